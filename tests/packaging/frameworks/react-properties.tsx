/** Sets every property, in a form that is a tool, and takes some back. */
import { DEFAULT_RETRY_CONFIG, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import "ag-ui-lit/react";
import { useEffect, useState } from "react";

const registry = new ToolRegistry();
const manager = new ToolExecutionManager(undefined, DEFAULT_RETRY_CONFIG, { timeout: 10_000 });

export function Properties() {
  const [city, setCity] = useState("");
  const [wantsMeal, setWantsMeal] = useState(false);
  const [seat, setSeat] = useState("aisle");
  const [fare, setFare] = useState("eco");
  const [isSet, setIsSet] = useState(true);
  const [ended, setEnded] = useState("");

  useEffect(() => {
    Object.assign(globalThis, {
      effects: (Reflect.get(globalThis, "effects") ?? 0) + 1,
      manager,
    });
  }, []);

  return (
    <>
      <ag-ui-agent
        url="/agent"
        thread-id="thread-1"
        maxRounds={2}
        limits={{ idleTimeout: 60_000 }}
        openCalls="run"
        headers={isSet ? { "x-from": "react" } : undefined}
        registry={isSet ? registry : undefined}
        manager={manager}
        exposeWebmcp={false}
        formTools="all"
        formMetadata={{ book: { approval: "never" } }}
        onag-ui-tool-call-end={({ detail }) => setEnded(detail.result)}
      />
      <form
        toolname="book"
        tooldescription="Books a flight."
        toolautosubmit=""
        onSubmit={(event) => {
          event.preventDefault();
          event.nativeEvent.respondWith?.(`${city}, ${wantsMeal}, ${seat}, ${fare}`);
        }}
      >
        <input
          name="city"
          toolparamdescription="Where to."
          value={city}
          onChange={(event) => setCity(event.target.value)}
        />
        <input
          type="checkbox"
          name="meal"
          checked={wantsMeal}
          onChange={(event) => setWantsMeal(event.target.checked)}
        />
        {["aisle", "window"].map((each) => (
          <input
            key={each}
            type="radio"
            name="seat"
            value={each}
            checked={seat === each}
            onChange={() => setSeat(each)}
          />
        ))}
        <select name="fare" value={fare} onChange={(event) => setFare(event.target.value)}>
          <option>eco</option>
          <option>biz</option>
        </select>
        <button type="submit">Book</button>
      </form>
      <output>{ended}</output>
      <button type="button" onClick={() => setIsSet(false)}>
        Take back
      </button>
    </>
  );
}

export const wrong = [
  // A misspelt event compiles: TypeScript checks no attribute with a hyphen that it does not know.
  <ag-ui-agent key="1" onag-ui-tool-call-ended={() => {}} />,
  // @ts-expect-error there is no such field
  <ag-ui-agent key="2" onag-ui-tool-call-end={({ detail }) => detail.reslut} />,
  // @ts-expect-error the headers are an object
  <ag-ui-agent key="3" headers="x" />,
  // @ts-expect-error there is no such property
  <ag-ui-agent key="4" maxRound={3} />,
];
