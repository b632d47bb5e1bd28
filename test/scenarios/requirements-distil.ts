import { cli, core, everywhere, store } from "./requirement.ts";

/** Semantic events: the explicit events that a program can record, and their effects. */
export const SEMANTIC = {
  "semantic.recorded": everywhere(
    "Every semantic event is recorded with little more than its statement, and a wrong one is refused by its field.",
  ),
  "semantic.once": everywhere(
    "What a program tells again under its own id, or in the same words at the same time, is recorded once.",
  ),
  "semantic.standing-session": everywhere(
    "A semantic event that names no session belongs to the standing session of the agent that records it.",
  ),
  "semantic.due": store("One semantic event makes its session due, and is unread without being a turn."),
  "semantic.read-once": store("A worker reads turns and semantic events together, each once."),
  "semantic.units": core(
    "Each semantic event says units of the kind, confidence and topic that the guide names, in its own words.",
  ),
  "semantic.resolves": core(
    "A truth or blocker that is resolved and a verification that passes end what stood under their key.",
  ),
  "semantic.total": core(
    "Whatever a program may record can be read, fits an item, and reads the same the second time.",
  ),
  "session.other-rules": store(
    "A session that was read by older rules is due again, and is read from where these rules read last.",
  ),
} as const;

/** Edges: relations of a newer unit to an older one. */
export const EDGES = {
  "edges.confirms": core("A unit that says the same in the same words confirms an older one."),
  "edges.enriches": core(
    "A unit that holds all words of another, or shares at least 82 in 100 with it, enriches it.",
  ),
  "edges.replaces": core(
    "A unit that says it takes something's place, in any of ten languages, replaces an older one of the same subject.",
  ),
  "edges.challenges": core(
    "A unit of the same subject that speaks against an older one, or gives its key another value, challenges it.",
  ),
  "edges.no-guess": core(
    "Units that share only their topic, a common verb or a cue have no edge, and neither have units of two topics.",
  ),
  "edges.newer-to-older": core(
    "An edge goes from the newer unit to the older one, by when the world said it and then by where.",
  ),
  "edges.once-and-bounded": core(
    "A pair has one edge in one direction, a unit and a pass have a bounded number, and the surest come first.",
  ),
  "edges.amends": core(
    "An amendment is laid to the unit of its subject or key, or to what was settled just before when it names none.",
  ),
} as const;

/** Insights: findings that need a decision. */
export const INSIGHTS = {
  "insights.conflict": core(
    "Two live units of one subject conflict when one asks what the other forbids or both give a key another value, in any of ten languages.",
  ),
  "insights.no-conflict": core(
    "Units of one topic that can both be followed, hold in different places, amend one another, ask or guess do not conflict.",
  ),
  "insights.conflict-symmetric": core("Whether two units conflict does not depend on which is named first."),
  "insights.pending": core("Only an edge that replaces or challenges waits as an insight."),
  "insights.dismissed-stays": core(
    "An insight that is known does not come back for the same units, and does for others.",
  ),
  "insights.no-words": core("An insight says what was found without repeating the statements."),
} as const;

/** Crystals: the compiled text of a topic. */
export const CRYSTALS = {
  "crystals.minimum": core(
    "A topic has a crystal from its fourth live unit on, or from the number that is set.",
  ),
  "crystals.cites": core(
    "Each line of a crystal is a live unit's statement and its id, and no line is anything else.",
  ),
  "crystals.order": core("What must hold comes first in a crystal, then the surest, then the latest."),
  "crystals.bounded": core("A crystal keeps its size whatever its units are, and says how many it left out."),
  "crystals.inputs": core(
    "A crystal names its inputs, the same for the same units in any order, and other ones when a unit changes, comes or goes.",
  ),
} as const;

/** Statements that people and agents make in turns. */
export const SAID = {
  "said.decisions": core(
    "A decision that a person states outright is found in ten languages and in mixed sentences.",
  ),
  "said.nothing": core(
    "A question, a hypothetical, a doubt, a report, a quotation, thanks and one-off work settle nothing, in any of ten languages.",
  ),
  "said.chosen": core(
    "A choice among alternatives, by place, letter or name, is one decision with its parts and with what was turned down.",
  ),
  "said.agreed": core(
    "Agreement to what an agent advised is a decision in the agent's words that rests on both turns; agreement to a piece of work is none.",
  ),
  "said.answered": core(
    "What is said in passing is kept once the agent has written it and says it again, in ten languages, and not when it only talks about it.",
  ),
  "said.orders": core("Standing orders and rules of a person are found in ten languages."),
  "said.amends": core("What changes something settled before says what it changes, in words that were said."),
  "said.authority": core(
    "Only a person's own words make a decision, preference or constraint: code, quotes, logs, a host's tags and tools do not.",
  ),
  "said.cut-anywhere": core("However a session is cut into readings, the same is found, once."),
  "said.verbatim": core(
    "What is found stands in the turns word for word, and cites the turn that settles it last.",
  ),
  "said.total": core("Whatever a turn holds can be read, and no turn gives more than eight findings."),
  "said.topic": core(
    "A statement's topic comes from its words in ten languages, else from a path, and is the same every time.",
  ),
} as const;

/** Traps and facts from the activity in turns. */
export const DONE = {
  "done.command-traps": core(
    "A command that fails and passes after something else was done is a trap with its way out; a bug that was fixed is none.",
  ),
  "done.languages": core(
    "Traps and facts said in so many words are found in ten languages. Neither talk of the current work nor what somebody leaves open is taken for them.",
  ),
  "done.not-from-tools": core(
    "What a tool printed, what somebody pasted and what Tidemark said itself is no trap or fact.",
  ),
  "done.cut-anywhere": core("However a session is cut into readings, the same is found, once."),
  "done.verbatim": core("What is found stands in the turns that it cites, word for word."),
  "done.total": core("Whatever a turn holds can be read, and no turn gives more than eight findings."),
} as const;

/** Review: items that wait for a person, and the evidence of each item. */
export const REVIEW = {
  "review.lists": everywhere(
    "What waits is listed with its evidence: a candidate with the turns it cites, an edge and a conflict with both statements.",
  ),
  "review.moot": everywhere("An edge or conflict of which a unit is over is counted and not asked about."),
  "review.decides": everywhere(
    "Candidates, edges and conflicts are decided on by name, and each decision tells what followed from it.",
  ),
  "review.edit": everywhere(
    "A candidate can be accepted in other words and as another kind, and one undo takes back both.",
  ),
  "review.all-or-none": everywhere("When one of several decisions cannot be taken, none is."),
  "review.undo": everywhere(
    "A review takes back its own last decision, whatever was done to other items since.",
  ),
  "review.needs-person": cli("An agent cannot accept what tells agents what to do; a person can."),
  "review.walk": cli(
    "In a terminal a review asks about one thing after the other by single keys, and an undo shows it again.",
  ),
  "review.undone-as-done": store(
    "An accepted edge and the end of its older unit come and go together, and an undo restores all it touched.",
  ),
  "review.status": everywhere(
    "Status counts what waits, and says which working memory is out of date and why.",
  ),
  "outcomes.told": cli(
    "Remembering, moving and undoing say what they raised, what changed with it and what was left.",
  ),
  "show.item": everywhere(
    "An item is shown whole: fields, parts, evidence, every act of its history, and how it hangs together with others.",
  ),
  "show.event": everywhere("An event of the tape is shown with what was made of it."),
  "topics.listed": everywhere(
    "Topics are listed with their live units, last changed first; one without any is not.",
  ),
  "topics.crystal": everywhere(
    "A topic with enough live units has a crystal made of them on reading, gone when they are too few.",
  ),
  "working.shown": everywhere("The working memory of a session is shown as it lies in its file."),
  "items.evidence": everywhere(
    "A statement can name the turns it rests on, and one that is not on the tape is refused.",
  ),
  "brief.quiet": store("A unit that is not told by itself is in no brief."),
} as const;
