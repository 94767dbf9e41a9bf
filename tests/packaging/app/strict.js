import "./no-eval.js";
import "./main.js";
