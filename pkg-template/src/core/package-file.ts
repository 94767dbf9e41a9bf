/**
 * The address of a file of the package, as text. A bundler's replacement of `new URL(…, import.meta.url)` need not be a
 * URL (Next.js has a class of its own, whose parts can't be assigned), but always has an `href`.
 *
 * Vite before 8 serves our modules from node_modules/.vite/deps and leaves the files where they are (vitejs/vite#8427).
 */
export function packageFile({ href }: { readonly href: string }): string {
  return href.replace("/.vite/generated/", "/ag-ui-lit/dist/generated/");
}
