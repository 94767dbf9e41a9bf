/** For the entries of Node: the models' module is part of the script, and its bytes are read when it is needed first. */
import { bringBytes } from "../core/found-file.js";

bringBytes("models", () => import("../generated/models_bytes.js"));
