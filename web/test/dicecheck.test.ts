import { expect, it } from "vitest";
import { check, commitment, rolled, sha256 } from "../src/table/dicecheck";

const SEED = "fc68d781819fdc17ec5f513036d02b2c70bab163a887c22876101e338cdaca1a"; // seed_from(7) of kernel/dice.py, with its rolls
const SEAL = "7f87bebedc5169e547ae8d986217a712c4f31d2d3fb9978b8ff9b77d715f97d8";
const SHOWN = [2, 12, 2, 9, 7, 4, 6, 8, 9, 9, 10, 12, 1, 9, 5, 10, 12, 10, 11, 8, 3, 3, 3, 8, 1, 3, 9, 8, 6, 6, 4, 11, 10, 8, 1, 5, 8, 2, 2, 2, 9, 5, 9, 4, 12, 4, 6, 4, 7, 3, 9, 5, 10, 10, 8, 9, 3, 6, 12, 10, 1, 9, 11, 5, 1, 8, 10, 7, 2, 6];

it("hashes as the standard says", () => {
  expect(sha256(new TextEncoder().encode("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256(new Uint8Array(200))).toHaveLength(64);
});

it("finds the commitment and the rolls of the server", () => {
  expect(commitment(SEED)).toBe(SEAL);
  expect(rolled(SEED, 1, 12, 70, 12)).toEqual(SHOWN);
});

it("tells a changed roll, a changed seed, and another promise", () => {
  const seals = [{ commitment: SEAL, seed: SEED }];
  const right = check(seals, [[0, 1, 12, "D12", SHOWN], [0, 0, 3, "lot of 9", [4]]], [SEAL]);
  expect(right).toEqual({ seals: true, promised: true, right: 1, wrong: 0, unread: 1 });
  expect(check(seals, [[0, 1, 12, "D12", [3]]], ["other"])).toMatchObject({ promised: false, wrong: 1 });
  expect(check([{ commitment: SEAL, seed: SEED.replace("fc", "fd") }], [], []).seals).toBe(false);
});
