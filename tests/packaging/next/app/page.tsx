/** The README's React component, which `../next.spec.ts` puts here. */
import { Chat } from "./react-page";

export default function Page() {
  return <Chat />;
}
