/** A wasm file where it is imported as a module that was compiled with the script. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
