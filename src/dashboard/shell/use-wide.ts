import { useEffect, useState } from "preact/hooks";

/** True if a list and its details fit side by side. */
const WIDE = "(min-width: 1080px)";

export function useWide(): boolean {
  const [isWide, setWide] = useState(matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const follow = () => setWide(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  return isWide;
}
