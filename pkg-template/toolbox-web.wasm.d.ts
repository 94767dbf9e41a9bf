/**
 * The address of the wasm file that has the toolbox's tools of the web, as bundlers give it for a file that they copy: esbuild with
 * `--loader:.wasm=file`, webpack with `type: "asset/resource"`. With Vite import `ag-ui-lit/toolbox-web.wasm?url`, which
 * Vite has types for.
 */
declare const address: string;
export default address;
