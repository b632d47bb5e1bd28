import { useEffect, useState } from "preact/hooks";

/** The person who is looking, and the project. */
export type Viewer = {
  readonly project: string;
  readonly isReadOnly: boolean;
  /** Undefined until the server has answered. */
  readonly isAdmin?: boolean;
  /** Who signed in with a token, and their role; empty for the server's own user. */
  readonly signedInAs: string;
};

const NOBODY_YET: Viewer = { project: "", isReadOnly: false, signedInAs: "" };

/** Ends this browser's session, and shows the page that asks for a token. */
export async function signOut(): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await fetch("/session/end", { method: "POST", headers, body: "{}" });
  location.assign("/");
}

/** Asks the server once who is looking, so that the page offers only what that role may do. */
export function useMe(): Viewer {
  const [me, setMe] = useState(NOBODY_YET);
  useEffect(() => {
    const read = async (): Promise<void> => {
      const response = await fetch("/api/v1/me");
      if (!response.ok) return;
      const { project = "", role = "", person = "", is_owner = false } = await response.json();
      setMe({
        project: String(project),
        isAdmin: role === "admin",
        isReadOnly: role === "reader" || role === "contributor",
        signedInAs: is_owner ? "" : `${person}, ${role}`,
      });
    };
    read().catch(() => {
      // The views themselves say that the server cannot be reached.
    });
  }, []);
  return me;
}
