import { defineConfig } from "vite";

// The built client is committed inside the Python package: names carry a hash of their content, so a rebuild is reproducible.
export default defineConfig({
  base: "/",
  resolve: {
    alias: { milsymbol: new URL("./node_modules/milsymbol/index.mjs", import.meta.url).pathname },
  },
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  worker: { format: "es" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8036", ws: true } } },
});
