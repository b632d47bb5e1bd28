/** Words by which a statement says that it is not sure of itself: such a thing is a question, not state. */
export const UNSURE: RegExp = new RegExp(
  [
    "\\b(?:maybe|perhaps|probably|possibly|somewhere|somehow|not sure|i guess|i think)\\b",
    "\\b(?:vielleicht|wahrscheinlich|vermutlich|irgendwo|irgendwie)\\b",
    "(?:^|\\s)(?:quizás?|tal vez|probablemente|en algún lugar|de algún modo)(?=\\s|[.,;]|$)",
    "(?:^|\\s)(?:peut-être|probablement|sans doute|quelque part)(?=\\s|[.,;]|$)",
    "たぶん|おそらく|どこか|かもしれない",
    "也许|可能是|大概|某处",
    "(?:^|\\s)(?:можливо|мабуть|напевно|десь)(?=\\s|[.,;]|$)",
  ].join("|"),
  "iu",
);

/** Steps that nobody could take: they name no thing to act on. */
export const VAGUE: RegExp = new RegExp(
  [
    "^(?:continue|go on|keep going|finish(?: it| up)?|more work|work on it|fix (?:it|things|bugs|stuff)|misc|etc|various|cleanup|improve(?: it)?|see above)[.…]*$",
    "^(?:weiter(?:machen)?|fertig machen|aufräumen|verschiedenes)[.…]*$",
    "^(?:continuar|seguir|terminar|varios)[.…]*$",
    "^(?:continuer|finir|terminer|divers)[.…]*$",
    "^(?:続ける|続き|その他)[。…]*$",
    "^(?:继续|完成|其他)[。…]*$",
    "^(?:продовжити|далі|різне)[.…]*$",
  ].join("|"),
  "iu",
);
