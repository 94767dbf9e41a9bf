import { registerTool } from "ag-ui-lit";
import "ag-ui-lit/chat";
import "ag-ui-lit/react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";

function App() {
  const [colour, setColour] = useState("transparent");

  useEffect(() => {
    const mounted = new AbortController();
    registerTool(
      {
        name: "set_background",
        description: "Paints the background in a CSS colour.",
        schema: z.object({ colour: z.string() }),
        handler: ({ colour }) => {
          setColour(colour);
          return `The background is ${colour} now.`;
        },
      },
      { signal: mounted.signal },
    );
    return () => mounted.abort();
  }, []);

  return (
    <main style={{ blockSize: "100dvh", backgroundColor: colour }}>
      <ag-ui-agent id="agent" url="/agent" />
      <ag-ui-chat for="agent" />
    </main>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
