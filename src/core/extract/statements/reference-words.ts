import { cue } from "./cue.ts";

/** Words that refer back to earlier words, in all supported languages. */
const POINTING = `it(?! is) | its | it's | that | this | these | those | them | they | there | both | either | neither | former | latter | like so |
  da (drin|drauf|dran|nur|muss|darf|dürfen) | dort | davon | damit | darauf | dafür | daran | dabei | dazu | beides | beide | so | dann | das gleiche | dieselbe* |
  isso | isto | ali | nisso | disso | ele | ela | eles | elas | aquilo | assim | os dois | eso | esto | ahí | allí | así | ambos | lo mismo |
  ça | cela | celui* | celle* | ainsi | là-dedans | les deux | quello | quella | questo | questa | così | lì | entrambi |
  это* | этого | этому | там | туда | так | его | их | оба | то же | tego | nim |
  これ* | それ* | そこ* | そっち* | そう* | あれ* | 両方* | 同じ* | 그거* | 이거* | 그렇게 | 거기* | 그건 | 둘 다 | 这个 | 那个 | 这里 | 那里 | 它 | 这样 | 都`;

/** Words that begin a conclusion from the sentence before. */
const CONCLUDING = `so | then | thus | hence | therefore | otherwise | dann | deshalb | sonst | daher | então | senão | aí | entonces |
  así que | si no | alors | donc | sinon | du coup | quindi | allora | altrimenti | perciò | поэтому | тогда | иначе | значит | więc | inaczej | no to |
  なので* | では* | だから* | 그럼 | 그래서 | 那 | 所以 | 那么`;

let made: { readonly pointing: RegExp; readonly concluding: RegExp } | undefined;

function patterns(): NonNullable<typeof made> {
  made ??= { pointing: cue(POINTING), concluding: cue(CONCLUDING) };
  return made;
}

/** True if a sentence refers back to another one, or draws a conclusion from it. */
export function pointsBack(look: string): boolean {
  const { pointing, concluding } = patterns();
  return pointing.test(look) || concluding.exec(look)?.index === 0;
}

/** True if its first word does so. */
export function beginsPointing(look: string): boolean {
  const { pointing, concluding } = patterns();
  return pointing.exec(look)?.index === 0 || concluding.exec(look)?.index === 0;
}
