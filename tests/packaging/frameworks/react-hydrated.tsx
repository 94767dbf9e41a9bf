/** The README's React component, first as a server renders it, then taken over. */
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { Chat } from "./react-page";

const root = document.querySelector("#root");
const rendered = renderToString(<Chat />);
Object.assign(globalThis, { rendered });
if (root) {
  root.append(new Range().createContextualFragment(rendered));
  hydrateRoot(root, <Chat />);
}
