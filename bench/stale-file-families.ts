import type { Family, Scene } from "./stale-cases.ts";
import { PLAIN } from "./stale-programs.ts";

const [WRITTEN, SAID, CHANGED, LATER] = [2, 10, 20, 25];
/** A number of commits to a file that makes a citation doubtful, and the largest number that does not. */
const [MANY, FEW] = [51, 50];

const source = ({ program, name }: Scene): string =>
  [program.definition({ ...PLAIN, name }), program.other("aside", 1), program.other("further", 2)].join("\n");

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

type After = (scene: Scene) => void;
type Words = { readonly text: string; readonly related_paths?: readonly string[] };

/** A file is written and cited; then `after` changes it. */
const cited = (
  family: string,
  isStale: boolean,
  { words, after }: { readonly words: (scene: Scene) => Words; readonly after: After },
): Family => ({
  family,
  isStale,
  play: (scene) => {
    scene.repo.write(scene.path, source(scene));
    scene.repo.commit(WRITTEN, "write it");
    scene.say({ ...words(scene), day: SAID });
    after(scene);
  },
});

const inWords = ({ path, part }: Scene): Words => ({
  text: part === "dev" ? `The rules of money are in ${path}.` : `Look at \`${path}\` before changing a rule`,
});
const inField = ({ path }: Scene): Words => ({
  text: "One place for the rules of money",
  related_paths: [path],
});

const remove: After = ({ repo, path }) => {
  repo.git(CHANGED, "rm", "-q", path);
  repo.commit(CHANGED, "delete");
};
const move =
  (to: string): After =>
  ({ repo, path }) => {
    repo.write(`${to}/.keep`, "");
    repo.git(CHANGED, "mv", path, `${to}/${fileName(path)}`);
    repo.commit(CHANGED, "move");
  };
const nothing: After = () => {};

const commits =
  (count: number): After =>
  ({ repo, path, program, ...scene }) => {
    for (let i = 0; i < count; i++) {
      repo.write(path, `${source({ repo, path, program, ...scene })}\n${program.other(`step${i}`, i)}`);
      repo.commit(CHANGED, `step ${i}`);
    }
  };

/** A branch is used and cited; then `after` decides its fate. */
const branch = (family: string, isStale: boolean, after: After): Family => ({
  family,
  isStale,
  play: (scene) => {
    const { repo, path, part, program } = scene;
    repo.write(path, source(scene));
    repo.commit(WRITTEN, "write it");
    const name = part === "dev" ? "feature/limits" : "spike-courier";
    repo.git(WRITTEN, "checkout", "-q", "-b", name);
    repo.write(`extra.${program.ending}`, program.other("extra", 3));
    repo.commit(WRITTEN, "work on the branch");
    const text =
      part === "dev"
        ? `The new limits are on branch ${name} and not finished`
        : `Try the \`${name}\` branch before you begin`;
    scene.say({ text, day: SAID });
    after(scene);
  },
});

const branchName = ({ part }: Scene): string => (part === "dev" ? "feature/limits" : "spike-courier");

/** A cited path that is relative to a package, not to the root. */
const inPackage = (family: string, isStale: boolean, after: After): Family => ({
  family,
  isStale,
  play: (scene) => {
    const root = scene.part === "dev" ? "packages/billing" : "services/mail/api";
    const inner = { ...scene, path: `${root}/${scene.path}` };
    scene.repo.write(inner.path, source(scene));
    scene.repo.write("packages/web/index.txt", "web\n");
    scene.repo.commit(WRITTEN, "write it");
    scene.say({ ...inWords(scene), day: SAID });
    after(inner);
  },
});

const lines = (family: string, isStale: boolean, after: After): Family => ({
  family,
  isStale,
  play: (scene) => {
    const { repo, path, part } = scene;
    repo.write(path, source(scene));
    repo.commit(WRITTEN, "write it");
    const at = lineOf(source(scene));
    const place = part === "dev" ? `${path}:${at}` : `${path}#L${at}`;
    scene.say({ text: `The limit is set at ${place}`, day: SAID });
    after(scene);
  },
});

/** The number of the line that contains the limit. */
const lineOf = (text: string): number => text.split("\n").findIndex((line) => line.includes("10")) + 1;

/** Changes to cited files, folders, lines and branches. */
export const FILE_FAMILIES: readonly Family[] = [
  cited("a file is deleted", true, { words: inWords, after: remove }),
  cited("a related file is deleted", true, { words: inField, after: remove }),
  cited("a file is moved", true, { words: inWords, after: move("moved") }),
  cited("a related file is moved", true, { words: inField, after: move("elsewhere/deep") }),
  cited("a file is moved twice", true, {
    words: inField,
    after: ({ repo, path, ...scene }) => {
      move("first")({ repo, path, ...scene });
      repo.write("second/.keep", "");
      repo.git(LATER, "mv", `first/${fileName(path)}`, `second/${fileName(path)}`);
      repo.commit(LATER, "move again");
    },
  }),
  cited("a related folder is moved", true, {
    words: ({ path }) => ({
      text: "All rules are in one folder",
      related_paths: [path.slice(0, path.lastIndexOf("/"))],
    }),
    after: move("gathered/rules"),
  }),
  cited("nothing happens", false, { words: inWords, after: nothing }),
  cited("nothing happens to a related file", false, { words: inField, after: nothing }),
  cited("another file is deleted", false, {
    words: inWords,
    after: ({ repo }) => {
      repo.write("old/thing.txt", "old\n");
      repo.commit(CHANGED, "make");
      repo.git(LATER, "rm", "-q", "old/thing.txt");
      repo.commit(LATER, "delete");
    },
  }),
  cited("the words say that it goes", false, {
    words: ({ path, part }) => ({
      text:
        part === "dev" ? `We remove ${path} in the next step.` : `\`${path}\` is deleted; use the service`,
    }),
    after: remove,
  }),
  cited("words with slashes that are no paths", false, {
    words: () => ({ text: "Read/write and/or CI/CD: see https://example.com/src/index.ts and v1.2/notes" }),
    after: remove,
  }),
  cited("behind by more than the limit", true, { words: inWords, after: commits(MANY) }),
  cited("behind by the limit", false, { words: inField, after: commits(FEW) }),
  branch("a branch is merged and deleted", true, (scene) => {
    const { repo } = scene;
    repo.git(CHANGED, "checkout", "-q", "main");
    repo.git(
      CHANGED,
      "merge",
      "-q",
      "--no-ff",
      "-m",
      `Merge branch '${branchName(scene)}'`,
      branchName(scene),
    );
    repo.git(LATER, "branch", "-q", "-d", branchName(scene));
  }),
  branch("a branch is thrown away", true, (scene) => {
    scene.repo.git(CHANGED, "checkout", "-q", "main");
    scene.repo.git(LATER, "branch", "-q", "-D", branchName(scene));
  }),
  branch("a branch stays", false, ({ repo }) => {
    repo.git(CHANGED, "checkout", "-q", "main");
  }),
  inPackage("a file of a package is there", false, nothing),
  inPackage("a file of a package is deleted", true, remove),
  inPackage("a file of a package is moved", true, move("packages/shared")),
  lines("a cited line changes", true, ({ repo, path, program, ...scene }) => {
    const changed = program.definition({ ...PLAIN, name: scene.name, limit: 64 });
    repo.write(path, `${changed}\n${program.other("aside", 1)}`);
    repo.commit(CHANGED, "change the limit");
  }),
  lines("a cited line is pushed down", false, ({ repo, path, program, ...scene }) => {
    const all = source({ repo, path, program, ...scene });
    repo.write(path, `${program.other("before", 4)}\n${all}`);
    repo.commit(CHANGED, "put something in front");
  }),
];
