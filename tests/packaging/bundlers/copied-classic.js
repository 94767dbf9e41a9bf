/** The same in a classic script, which does not know where it is. */
import "./core-classic.js";
import "./page.js";
