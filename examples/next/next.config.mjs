/** The package's server half brings its WebAssembly, which Node loads by itself. */
export default { serverExternalPackages: ["ag-ui-lit"] };
