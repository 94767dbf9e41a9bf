/** The README's way where the bundler carries no file: `core.js` says where it was copied to. */
import "./core.js";
import "./page.js";
