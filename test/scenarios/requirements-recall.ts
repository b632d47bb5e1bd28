import { bench, cli, core, everywhere, store } from "./requirement.ts";

/** Recall: which passages are found, in which order, and why. */
export const RECALL = {
  "recall.parts-sum": everywhere("The parts of a score sum to the score, exactly, and are named."),
  "recall.explain": cli(
    "Recall with --explain prints the parts that are not zero, one under the other, and the sum that they have.",
  ),
  "recall.filters": everywhere(
    "An answer can be kept to kinds, a topic, an agent or person, a session, a path and a time.",
  ),
  "recall.filters-checked": everywhere(
    "A kind, topic, session or agent that is not known is refused, with the name that was meant.",
  ),
  "recall.snippet": everywhere(
    "A hit carries the part of its text that answers, also when that stands at the end of a long turn.",
  ),
  "recall.crystals": everywhere(
    "When two units of a topic match, the topic's crystal is recalled with them, citing its units.",
  ),
  "recall.weights": cli(
    "Weights of the score are taken by their share; a negative one or none at all is refused by its name.",
  ),
  "recall.why": everywhere(
    "Why says what something rests on; for a question also its rank, the parts of its score and the words it holds.",
  ),
  "recall.why-not": everywhere(
    "Why-not says which gate kept something out of an answer, for every gate there is.",
  ),
  "recall.settled": store("What was settled comes before the talk that it was settled in."),
  "recall.repeats": store(
    "Words that repeat a hit before them take no place of their own; that hit cites the evidence of both.",
  ),
  "recall.gone": store(
    "A unit whose code was gone at the last look falls behind, until it is told again; who recalls waits for no git.",
  ),
  "recall.linked": store(
    "Units that an accepted edge links lift each other where both answer; an edge that waits lifts nothing.",
  ),
  "recall.floor": bench("On a pack that the project makes itself recall is not below plain BM25 over stems."),
} as const;

/** Usage: staleness by disuse, and ratings by people and agents. */
export const USAGE = {
  "usage.curve": core(
    "Days without use take points from a score by the curve, to the second; what was never touched loses nothing.",
  ),
  "usage.curve-setting": cli(
    "A curve that is wrong is refused when settings are read, by its name and with what is wrong about it.",
  ),
  "usage.refresh": core(
    "The first showing begins an entry; after that only use makes it fresh, unless usage.refreshOn says shown.",
  ),
  "usage.file": store("A touch makes the file if there is none, and adds to the entries that are there."),
  "usage.any-file": core(
    "Whatever the usage file holds, reading it gives whole records or none, and no error.",
  ),
  "usage.lost-changes-nothing": store(
    "Usage that is deleted or corrupted in any way leaves every score as if there had never been any.",
  ),
  "usage.set-aside": cli(
    "A usage file that cannot be read is set aside by the next use, never deleted, and status says so.",
  ),
  "usage.never-fails": store(
    "Usage that cannot be noted is counted and passed over: what was asked is done.",
  ),
  "usage.processes": store("Processes that touch the same things at once lose no count."),
  "usage.used": everywhere(
    "Getting, showing, confirming and finding helpful is use; recalling, finding and refuting touches nothing.",
  ),
  "usage.shown": everywhere(
    "What a session that starts is told was shown: the first time makes the file and the entry, the next only counts.",
  ),
  "usage.cited": store("What an agent names in a turn, by label or id, was used when it said so."),
  "usage.ratings": everywhere(
    "Confirming, refuting, helpful and misleading are events that undo takes back; words, status and confidence stay.",
  ),
  "usage.evidence": everywhere(
    "Confirming needs evidence, and a position that is named must be on the tape.",
  ),
  "usage.rated": everywhere(
    "Only statements that hold are rated; others are refused with what to do instead.",
  ),
  "usage.ratings-decay": core(
    "What was said counts half after each half-life and moves a score by .10 at most, whatever is said.",
  ),
  "usage.told": cli("Showing a statement tells what was said of it, by whom, when and why."),
  "bench.usage": bench(
    "The usage bench shows how many units stay without penalty when showing refreshes and when only use does.",
  ),
} as const;

/** Bundles: the text that an agent gets at one moment. */
export const BUNDLE = {
  "bundle.context": everywhere(
    "What is known about a task is told as quotes, with who said it and when, and with the current work and what must hold.",
  ),
  "bundle.abstains": everywhere(
    "Asked about what it knows nothing of, a memory recalls nothing; with nothing else to tell that is zero bytes.",
  ),
  "bundle.vague": everywhere(
    "A prompt that says little is asked with the words of the current work, and the ledger says which.",
  ),
  "bundle.action": everywhere(
    "Before a tool call at most three traps and constraints are told, by command, path or error; else zero bytes.",
  ),
  "bundle.action-keys": core(
    "A call that shares no key with any item gets no note, so a hook need not open the memory for it.",
  ),
  "bundle.pressure": everywhere(
    "Under high pressure what was recalled gives way, under critical all but working memory, unless recallMode is always.",
  ),
  "bundle.caps": core(
    "No block takes more than its share while another wants room; what is left over is used.",
  ),
  "bundle.shorter-lines": core(
    "A brief that does not hold all tells its lines shorter, without day and further names, so that it holds more of them.",
  ),
  "bundle.tokens": core(
    "No real tokenizer counts more tokens in a text than we say, whatever it is written in.",
  ),
  "bundle.fenced": core(
    "No remembered text can close its quotes, begin a line, forge a heading, a fence, a mark or an origin.",
  ),
  "bundle.over-is-not-told": core(
    "What is superseded, resolved, rejected or forgotten is in no bundle of any intent.",
  ),
  "bundle.first-prompt": cli(
    "With its first prompt a session is told what is known about it, once, and none of its own words.",
  ),
  "bundle.tool-note": cli(
    "Before a tool call that bites a session is told so, once, and before others nothing.",
  ),
  "bundle.new-rule-warns": cli(
    "A rule that is recorded, accepted or read from a prompt during a session warns before that session's next matching call.",
  ),
  "bundle.inject-off": cli(
    "With memory.inject off a host gets one line of status and nothing else, and asking still works.",
  ),
} as const;

/** The ledger: which bundles were given to whom, and why. */
export const LEDGER = {
  "ledger.given": everywhere(
    "What a session was given is in the ledger, newest first, and is shown again byte for byte.",
  ),
  "ledger.looks": everywhere(
    "A person who looks at a bundle leaves no trace; an agent that asks is given it.",
  ),
  "ledger.why": store(
    "The ledger says of every candidate what became of it and, where it was recalled, its score.",
  ),
  "ledger.kept-out": store("Why something was not told is found by its id, with the bundle and the reason."),
  "ledger.abstention": store(
    "A question that was answered with nothing is in the ledger, with what was below the floor.",
  ),
  "ledger.forgets": store(
    "Forgetting an item, a turn or a text takes the bundles that told of it, in every file.",
  ),
  "ledger.kept": store("The ledger survives export, import and rebuild."),
} as const;

/** Meaning: hits that a user's own embedder adds to recall. */
export const MEANING = {
  "meaning.endpoints": store(
    "Vectors are asked for as /v1/embeddings and as Ollama's /api/embed want it, and read in the order of the texts.",
  ),
  "meaning.endpoint-failures": store(
    "What an embedder cannot give is told in our own words, without the key, and asked for once.",
  ),
  "meaning.settings": core("No embedder is on by default; half of one is refused, and a key is never shown."),
  "meaning.made": store(
    "A worker makes the vectors of passages in batches, each once, of text without secrets; nobody else does.",
  ),
  "meaning.synonyms": store(
    "A question without a common word finds the passage that means the same, and nothing that does not.",
  ),
  "meaning.recalled": cli(
    "With an embedder set recall finds by meaning, and --explain and JSON say whether meaning counted.",
  ),
  "meaning.off": store(
    "With the embedder off, and with vectors deleted or corrupted in any way, answers are those of words alone.",
  ),
  "meaning.late": store(
    "An embedder that is late, fails or may send no more takes the part of meaning away, says so, and nothing else.",
  ),
  "meaning.same-bytes": store("The same vectors and the same question's vector give the same answer."),
  "meaning.forgotten": store(
    "With a text its vector goes, also one that was being made; what still stands keeps its own.",
  ),
  "meaning.gates": store("What is over, or does not pass a filter, is not found by meaning either."),
  "meaning.cap": store("No more tokens are sent in a day than the cap, by however many at once."),
  "meaning.ledger": store(
    "The ledger says whether meaning counted and what it added, and shows the same bytes without any embedder.",
  ),
  "meaning.not-in-hooks": cli("A hook asks no embedder, neither for what it tells nor for what it reads."),
  "meaning.told": cli(
    "Status, worker status and doctor say how the embedder stands, and doctor mends its file.",
  ),
} as const;
