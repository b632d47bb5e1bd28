import { chmodSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawned } from "../spawned.ts";
import type { HostileStage } from "./hostile-case.ts";

/** Runs git in a folder and returns its output. A failure is a defect of the case, so it throws. */
export async function git(stage: HostileStage, folder: string, ...argv: string[]): Promise<string> {
  const settings = ["-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"];
  const ended = await spawned("git", ["-C", folder, ...settings, ...argv], { env: stage.env });
  if (ended.code !== 0) throw new Error(`git ${argv.join(" ")}: ${ended.stderr}`);
  return ended.stdout.trim();
}

/** Creates a repository with one file and one commit. */
export async function repository(stage: HostileStage, folder = stage.project): Promise<string> {
  write(join(folder, "a.txt"), "one\n");
  await git(stage, folder, "init", "-q");
  await git(stage, folder, "add", "a.txt");
  await git(stage, folder, "commit", "-q", "-m", "Prices are kept in cents");
  return folder;
}

export function write(path: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const markers = (stage: HostileStage): string => join(stage.home, "started");

/** Creates a program that leaves a file with its name when it is started. */
export function marker(stage: HostileStage, name: string): string {
  mkdirSync(markers(stage), { recursive: true });
  const script = `#!/bin/sh\n: > '${join(markers(stage), name)}'\ncat 2>/dev/null\nexit 0\n`;
  return write(join(stage.home, "programs", name), script, 0o755);
}

/** A sentence that names the marker programs that were started; undefined if none was. */
export function started(stage: HostileStage): string | undefined {
  const names = existsSync(markers(stage)) ? readdirSync(markers(stage)) : [];
  return names.length === 0 ? undefined : `The repository's programs were started: ${names.join(", ")}.`;
}

/** Makes a file newer than the index, so that git reads it again and runs its filters. */
export function touch(path: string): void {
  const later = new Date(Date.now() + 5000);
  utimesSync(path, later, later);
}

/** Runs commands of ours that ask git about commits and uncommitted files. */
export async function askGit(stage: HostileStage): Promise<void> {
  await stage.tidemark(["worker", "--once"]);
  await stage.tidemark(["context", "switch", "A-1", "--goal", "Describe the totals."]);
  await stage.tidemark(["context", "sync"]);
}

/** Leaves task A-1 on branch `other` and checks out `main`, so that a switch to A-1 can check out its branch. */
export async function taskOnOther(stage: HostileStage): Promise<void> {
  await repository(stage);
  await git(stage, stage.project, "checkout", "-q", "-b", "other");
  write(join(stage.project, "a.txt"), "two\n");
  await git(stage, stage.project, "commit", "-q", "-a", "-m", "Two");
  await stage.tidemark(["context", "switch", "A-1", "--goal", "Describe the totals."]);
  await stage.tidemark(["context", "switch", "B-2", "--goal", "Round the prices once."]);
  await git(stage, stage.project, "checkout", "-q", "main");
}

export async function turnToOther(stage: HostileStage): Promise<void> {
  await stage.tidemark(["context", "switch", "A-1", "--checkout"]);
}

/** Adds a commit with a signature of the given kind to the branch. */
export async function signedCommit(stage: HostileStage, kind: string): Promise<void> {
  const tree = await git(stage, stage.project, "rev-parse", "HEAD^{tree}");
  const parent = await git(stage, stage.project, "rev-parse", "HEAD");
  const who = "Reader <r@example.com> 1700000000 +0000";
  const signature = `-----BEGIN ${kind}-----\n \n iQ\n -----END ${kind}-----`;
  const text = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\ngpgsig ${signature}\n\nSigned\n`;
  const file = write(join(stage.home, "commit"), text);
  const id = await git(stage, stage.project, "hash-object", "-t", "commit", "-w", "--literally", file);
  await git(stage, stage.project, "update-ref", "HEAD", id);
}
