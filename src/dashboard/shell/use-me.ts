import { useEffect, useState } from "preact/hooks";

/** Who looks, and at which project. */
export type Me = { readonly project: string; readonly isReadOnly: boolean; readonly version: string };

const NOBODY_YET: Me = { project: "", isReadOnly: false, version: "" };

/** Asks the server once who is looking, so that the page offers only what that role may do. */
export function useMe(): Me {
  const [me, setMe] = useState(NOBODY_YET);
  useEffect(() => {
    const read = async (): Promise<void> => {
      const response = await fetch("/api/v1/me");
      if (!response.ok) return;
      const { project = "", role = "", version = "" } = await response.json();
      setMe({
        project: String(project),
        isReadOnly: role === "reader" || role === "contributor",
        version: String(version),
      });
    };
    read().catch(() => {
      // The views themselves say that the server cannot be reached.
    });
  }, []);
  return me;
}
