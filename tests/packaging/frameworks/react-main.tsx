/** The README's React component, in StrictMode, beside one that sets every property. */
import { globalToolRegistry } from "ag-ui-lit";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./react-page";
import { Properties } from "./react-properties";

Object.assign(globalThis, { registry: globalToolRegistry });

function App() {
  const [shown, setShown] = useState(location.hash.slice(1) || "chat");
  return (
    <>
      {shown === "chat" && <Chat />}
      {shown === "properties" && <Properties />}
      <button type="button" onClick={() => setShown("")}>
        Unmount
      </button>
      <button type="button" onClick={() => setShown("chat")}>
        Mount
      </button>
    </>
  );
}

const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
