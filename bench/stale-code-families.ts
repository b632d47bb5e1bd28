import type { Family, Scene } from "./stale-cases.ts";
import { PLAIN, type Writing } from "./stale-programs.ts";

/** The days on which code is written, a statement is made, the code changes, and something happens later. */
const [WRITTEN, SAID, CHANGED, LATER] = [2, 10, 20, 25];

type Change = Partial<Omit<Writing, "name">>;

const whole = ({ program, name }: Scene, change: Change = {}, number = 1): string =>
  [program.definition({ ...PLAIN, ...change, name }), program.other("aside", number)].join("\n");

/** A definition is written, cited and then rewritten. */
const rewritten = (family: string, isStale: boolean, change: Change): Family => ({
  family,
  isStale,
  play: (scene) => {
    const { repo, path, name } = scene;
    repo.write(path, whole(scene));
    repo.commit(WRITTEN, "write it");
    scene.say({ text: scene.cite(name, path), day: SAID });
    repo.write(path, whole(scene, change));
    repo.commit(CHANGED, "write it again");
  },
});

/** A symbol of a file is cited; then `after` changes the file. */
const played = (
  family: string,
  isStale: boolean,
  after: (scene: Scene & { readonly written: string }) => void,
): Family => ({
  family,
  isStale,
  play: (scene) => {
    const { repo, path, name } = scene;
    const written = whole(scene);
    repo.write(path, written);
    repo.commit(WRITTEN, "write it");
    scene.say({ text: scene.cite(name, path), day: SAID });
    after({ ...scene, written });
  },
});

const method = (family: string, isStale: boolean, change: Change): Family => ({
  family,
  isStale,
  play: (scene) => {
    const { repo, path, program, type, name } = scene;
    const write = (own: Change) => program.method({ ...PLAIN, ...own, name }, type);
    repo.write(path, write({}));
    repo.commit(WRITTEN, "write the type");
    scene.say({ text: scene.cite(program.methodName(type, name), path), day: SAID });
    repo.write(path, write(change));
    repo.commit(CHANGED, "write the type again");
  },
});

const value = (family: string, isStale: boolean, change: Change): Family => ({
  family,
  isStale,
  play: (scene) => {
    const { repo, path, program } = scene;
    const name = scene.name.toUpperCase();
    const write = (own: Change) =>
      `${program.value({ ...PLAIN, ...own, name })}\n${program.other("aside", own.limit ?? 1)}`;
    repo.write(path, write({}));
    repo.commit(WRITTEN, "set the value");
    scene.say({ text: scene.cite(name, path), day: SAID });
    repo.write(path, write(change));
    repo.commit(CHANGED, "set it again");
  },
});

/** Changes inside files: to the meaning or the layout of symbols, or to other code. */
export const CODE_FAMILIES: readonly Family[] = [
  rewritten("another limit", true, { limit: 12 }),
  rewritten("the test is turned around", true, { isFlipped: true }),
  rewritten("one statement more", true, { hasExtra: true }),
  rewritten("one parameter more", true, { hasParameter: true }),
  rewritten("another limit, and laid out anew", true, { limit: 99, isTall: true }),
  rewritten("laid out anew", false, { isTall: true }),
  rewritten("a comment more", false, { comment: "Keeps what is given within the limit" }),
  rewritten("laid out anew, with a comment", false, { isTall: true, comment: "Why: see the rule" }),
  rewritten("other visibility", false, { isPublic: false }),
  method("a method works otherwise", true, { isFlipped: true }),
  method("a comment above a method", false, { comment: "Counts" }),
  value("another value", true, { limit: 42 }),
  value("another value beside it", false, {}),
  played("something else in the file changes", false, ({ repo, path, ...scene }) => {
    repo.write(path, whole({ repo, path, ...scene }, {}, 7));
    repo.commit(CHANGED, "change the other");
  }),
  played("moved within the file", false, ({ repo, path, program, name }) => {
    const parts = [program.other("aside", 1), program.definition({ ...PLAIN, name })];
    repo.write(path, parts.join("\n"));
    repo.commit(CHANGED, "sort");
  }),
  played("taken out of the file", true, ({ repo, path, program }) => {
    repo.write(path, program.other("aside", 1));
    repo.commit(CHANGED, "remove it");
  }),
  played("called by another name", true, ({ repo, path, program, name }) => {
    repo.write(path, `${program.definition({ ...PLAIN, name: `${name}2` })}\n${program.other("aside", 1)}`);
    repo.commit(CHANGED, "rename it");
  }),
  played("moved to another file", true, ({ repo, path, program, name }) => {
    repo.write(path, program.other("aside", 1));
    repo.write(`other/place.${program.ending}`, program.definition({ ...PLAIN, name }));
    repo.commit(CHANGED, "move it");
  }),
  played("changed and put back", false, ({ repo, path, written, ...scene }) => {
    repo.write(path, whole({ repo, path, ...scene }, { limit: 3 }));
    repo.commit(CHANGED, "try something");
    repo.write(path, written);
    repo.commit(LATER, "put it back");
  }),
  played("deleted and made again otherwise", true, ({ repo, path, ...scene }) => {
    repo.git(CHANGED, "rm", "-q", path);
    repo.commit(CHANGED, "delete");
    repo.write(path, whole({ repo, path, ...scene }, { isFlipped: true, limit: 5 }));
    repo.commit(LATER, "make it again");
  }),
  played("deleted and made again as it was", false, ({ repo, path, written }) => {
    repo.git(CHANGED, "rm", "-q", path);
    repo.commit(CHANGED, "delete");
    repo.write(path, written);
    repo.commit(LATER, "make it again");
  }),
  played("changed on a branch that is merged", true, ({ repo, path, ...scene }) => {
    repo.git(CHANGED, "checkout", "-q", "-b", "work");
    repo.write(path, whole({ repo, path, ...scene }, { limit: 77 }));
    repo.commit(CHANGED, "change on a branch");
    repo.git(CHANGED, "checkout", "-q", "main");
    repo.write("README.md", "meanwhile\n");
    repo.commit(CHANGED, "meanwhile");
    repo.git(LATER, "merge", "-q", "--no-ff", "-m", "Merge branch 'work'", "work");
  }),
  played("changed on a branch that is not merged", false, ({ repo, path, ...scene }) => {
    repo.git(CHANGED, "checkout", "-q", "-b", "work");
    repo.write(path, whole({ repo, path, ...scene }, { limit: 77 }));
    repo.commit(CHANGED, "change on a branch");
    repo.git(LATER, "checkout", "-q", "main");
  }),
  played("changed in the working tree alone", false, ({ repo, path, ...scene }) => {
    repo.write(path, whole({ repo, path, ...scene }, { limit: 77 }));
  }),
  played("changed, and looked at since", false, ({ repo, path, say, cite, name, ...scene }) => {
    repo.write(path, whole({ repo, path, say, cite, name, ...scene }, { limit: 77 }));
    repo.commit(CHANGED, "change it");
    say({ text: cite(name, path), day: SAID, confirmedOn: LATER });
  }),
  {
    family: "said at work, committed later",
    isStale: false,
    play: (scene) => {
      const { repo, path, name } = scene;
      repo.write(path, whole(scene));
      repo.commit(WRITTEN, "write it");
      repo.write(path, whole(scene, { limit: 31 }));
      repo.touch(path, SAID - 1);
      scene.say({ text: scene.cite(name, path), day: SAID });
      repo.git(SAID + 1, "add", "-A");
      repo.git(SAID + 1, "commit", "-q", "-m", "what was said");
    },
  },
  {
    family: "a branch is rebased",
    isStale: false,
    play: (scene) => {
      const { repo, path, name } = scene;
      repo.write("README.md", "begin\n");
      repo.commit(1, "begin");
      repo.git(1, "checkout", "-q", "-b", "work");
      repo.write(path, whole(scene, { limit: 4 }));
      repo.commit(WRITTEN, "write it");
      repo.write(path, whole(scene));
      repo.commit(WRITTEN + 1, "write it well");
      scene.say({ text: scene.cite(name, path), day: SAID });
      repo.git(CHANGED, "checkout", "-q", "main");
      repo.write("CHANGES.md", "more\n");
      repo.commit(CHANGED, "more");
      repo.git(CHANGED, "checkout", "-q", "work");
      repo.git(LATER, "rebase", "-q", "main");
    },
  },
  {
    family: "a branch is rebased, then changed",
    isStale: true,
    play: (scene) => {
      const { repo, path, name } = scene;
      repo.write("README.md", "begin\n");
      repo.commit(1, "begin");
      repo.git(1, "checkout", "-q", "-b", "work");
      repo.write(path, whole(scene));
      repo.commit(WRITTEN, "write it");
      scene.say({ text: scene.cite(name, path), day: SAID });
      repo.git(CHANGED, "checkout", "-q", "main");
      repo.write("CHANGES.md", "more\n");
      repo.commit(CHANGED, "more");
      repo.git(CHANGED, "checkout", "-q", "work");
      repo.git(CHANGED, "rebase", "-q", "main");
      repo.write(path, whole(scene, { isFlipped: true }));
      repo.commit(LATER, "change it");
    },
  },
  {
    family: "a branch is squashed into one commit",
    isStale: false,
    play: (scene) => {
      const { repo, path, name } = scene;
      repo.write(path, whole(scene, { limit: 4 }));
      repo.commit(1, "begin");
      repo.git(1, "checkout", "-q", "-b", "work");
      repo.write(path, whole(scene));
      repo.commit(WRITTEN, "write it well");
      scene.say({ text: scene.cite(name, path), day: SAID });
      repo.git(CHANGED, "checkout", "-q", "main");
      repo.git(CHANGED, "merge", "-q", "--squash", "work");
      repo.commit(CHANGED, "all of work");
      repo.git(LATER, "branch", "-q", "-D", "work");
    },
  },
];
