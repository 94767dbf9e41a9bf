/** Vite before 8 serves our modules from node_modules/.vite/deps and leaves the files where they are (vitejs/vite#8427). */
export function packageFile(file: URL): URL {
  file.pathname = file.pathname.replace("/.vite/generated/", "/ag-ui-lit/dist/generated/");
  return file;
}
