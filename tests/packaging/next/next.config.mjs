/** Under a path, and once for each bundler. Types are the other suites' to check. */
export default {
  basePath: "/base",
  distDir: process.env.NEXT_DIST,
  typescript: { ignoreBuildErrors: true },
};
