import { expect, it } from "vitest";
import { contrast, inkOn, READABLE } from "../src/ink";

it("measures contrast as WCAG does", () => {
  expect(contrast("#000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

it("finds a readable ink for every colour", () => {
  for (let r = 0; r < 256; r += 15) for (let g = 0; g < 256; g += 15) for (let b = 0; b < 256; b += 15) {
    const colour = `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    expect(contrast(inkOn(colour), colour), colour).toBeGreaterThanOrEqual(READABLE);
  }
});

it("writes in white where white can be read, else in dark", () => {
  expect(inkOn("#9b3d3d")).toBe("#ffffff");
  expect(inkOn("#7a9a5b")).toBe("#14181d"); // the green of the Dominican Republic on the track of America in Flames
});
