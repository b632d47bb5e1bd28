/** Words with one meaning but different stems: irregular forms, numbers, abbreviations, terms. Each line begins with the base form. */
const LINES = `
  go went gone goes | buy bought | see saw seen | eat ate eaten | take took taken | make made | give gave given
  get got gotten | think thought | tell told | say said | know knew known | meet met | feel felt | keep kept
  begin began begun | write wrote written | run ran | drive drove driven | ride rode ridden | speak spoke spoken
  break broke broken | choose chose chosen | teach taught | catch caught | bring brought | build built | send sent
  spend spent | lose lost | win won | hear heard | sell sold | hold held | stand stood | understand understood
  sing sang sung | swim swam swum | draw drew drawn | grow grew grown | fly flew flown | throw threw thrown
  wear wore worn | sleep slept | pay paid | become became | come came | fall fell fallen | forget forgot forgotten
  rise rose risen | shake shook shaken | steal stole stolen | wake woke woken | lead led | lend lent | mean meant
  shoot shot | sit sat | stick stuck | strike struck | sweep swept | swear swore sworn | tear tore torn
  bite bit bitten | blow blew blown | dig dug | do did done | fight fought | freeze froze frozen | hang hung
  hide hid hidden | deal dealt | dream dreamt | learn learnt | burn burnt | person people | man men | woman women
  foot feet | tooth teeth | mouse mice | wife wives | life lives | knife knives | shelf shelves | half halves
  index indices | vertex vertices | matrix matrices | analysis analyses | crisis crises
  2 two | 3 three third | 4 four fourth | 5 five fifth | 6 six sixth | 7 seven seventh | 8 eight eighth
  9 nine ninth | 10 ten tenth | 11 eleven | 12 twelve
  child children kid kids | mother mom mum | father dad | photo picture pic pics photograph | television tv
  bicycle bike | refrigerator fridge | favorite fav fave favourite | business biz | birthday bday
  database db | authentication auth authenticate authn | authorization authz authorize
  configuration config configure cfg | repository repo | kubernetes k8s | javascript js | typescript ts | python py
  environment env | directory dir folder | application app | parameter param | argument arg | function func fn
  documentation docs doc | development dev | production prod | specification spec | dependency dep deps
  message msg | error err | postgres postgresql pg | administrator admin | number num | initialize init initialise
  implementation impl | information info | exception exc | temporary tmp temp | package pkg | source src
  library lib | button btn | image img | statistics stats | synchronize sync | asynchronous async | maximum max
  minimum min | reference ref | regex regexp`;

const MEANT: ReadonlyMap<string, string> = new Map(
  LINES.split(/[|\n]/).flatMap((line) => {
    const [meant = "", ...forms] = line.trim().split(/\s+/);
    return forms.map((form) => [form, meant] as const);
  }),
);

/** The base form of a word; the word itself if no other form is known. */
export function baseForm(word: string): string {
  return MEANT.get(word) ?? (word.endsWith("s") ? MEANT.get(word.slice(0, -1)) : undefined) ?? word;
}

/** The forms whose base form begins with these letters. */
export function formsOf(beginning: string): string[] {
  return [...MEANT].flatMap(([form, meant]) => (meant.startsWith(beginning) ? [form] : []));
}
