/** Words before the colon at the start of a chat line: given names, and roles of people. Other labels are a person's own ("Backend: …"). */
const GIVEN_NAMES = `aaron adam ahmed alex alexander alexandra alice alicia amir amy ana anders andrea andreas andrew andy angela anita anja ann anna anne anton antonio arjun ben
  benjamin bernd bob boris brian bruno carla carlos carmen carol caroline chen chiara chloe chris christian christina claire clara dan daniel daniela dave david deepak diana diego dmitri
  eduardo elena eli elias elif elisa ella emil emily emma erik eric erika eva fabian fatima felix fernando frank franz frida gabriel george gina giorgio giulia grace greg hannah hans harry heidi
  helen helena henrik henry hiroshi hugo ian igor ines ingrid irina isabel ivan jack jacob jake jakob james jan jana jane jason javier jean jen jenny jens jeff jessica jim joana joe johan john jon jonas
  jorge jose juan julia julian  karen karin karl kate katja kevin kim klaus kofi lars laura lea leo lena   lisa liu lucas lucia luis luca luke lukas maja manuel marc marco marcus
  maria marie mario  markus marta martin mary mateo matt  maya mei mia michael michel miguel mike  mina mohamed monika nadia nick nicolas nina nora olaf oleg olga oliver omar oscar pablo paolo
  patrick paul paula pavel pedro peter petra phil philipp pierre priya rachel rahul raj ralf ravi rita rob robert roberto rosa ruth ryan sam samuel sandra sara sarah sean sergei sergio
  silvia simon sofia sophie stefan steve steven sue susan svetlana tanja tanya tara thomas tim tina tobias tom tomas toni tony uwe vera victor vijay vincent wang wei  wolfgang xavier
  yuki yusuf zhang zoe алексей алиса анна андрей антон борис вадим виктор владимир дарья денис дмитрий евгений екатерина елена иван игорь ирина катя кирилл ксения лена максим маша
 мария михаил наталья никита николай олег ольга павел пётр роман саша светлана сергей татьяна юлия юра 小王 小李 小张 小明 老王 老李 张三 李四 王五 田中 佐藤 鈴木 山田 高橋 伊藤 철수 영희 민수 지민 수진`;

const ROLES = ` q assistant human ai bot gpt chatgpt claude gemini copilot    customer    boss manager pm  cto ceo cfo  teamlead teammate colleague coworker
  reviewer reviewer1 reviewer2 intern  interviewer interviewee    maintainer contributor vendor kunde  kollege praktikant nutzer mensch   collègue stagiaire utilisateur
  jefe cliente usuario becario capo utente stagista chefe usuário estagiário клиент начальник менеджер стажёр пользователь 用户 助手 客户 老板 经理 同事 ユーザー アシスタント 上司 部長 同僚 顧客 사용자 어시스턴트 팀장 고객 동료`;

const namesIn = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));
const [NAMES, TITLES] = [namesIn(GIVEN_NAMES), namesIn(ROLES)];

/** True if a label in lower case names a speaker: a title, or a given name with or without another name. */
export function isSpeakerLabel(label: string): boolean {
  const [first = "", ...more] = label.split(" ");
  return TITLES.has(label) || (NAMES.has(first) && more.length <= 1);
}
