/**
 * Words that do not name a subject, by language. The English list extends the one that recall uses. They are normalized by the same
 * function as the statements, so inflected forms also match if that function removes the ending.
 */
export const EMPTY_BY_LANGUAGE: { readonly [language: string]: string } = {
  en: `about above after again against all also am any anyway because before being below between both cannot
    d didn doesn don done during each either else ever every everything few further get gets got here him
    his her how however hey i isn it just let lets ll m maybe me mine more most much must my myself never
    next nah no nobody nope nor not nothing now off ok okay old once one only other ours out over own please
    rather re really right s same shall she shouldn since so some still such t than thank thanks that them
    then there these thing things think this those though through too under until up ve very via wait want
    wants wasn well weren whatever while whole without won wouldn yeah yep yes yet actually always instead
    from now ones new newer older less second thought time today tomorrow yesterday week month year day
    earlier later first last sure sorry oh fine good great better best bad say says said tell told know
    known mean means meant lot bit kind sort way ways anything something someone anyone everyone everywhere
    anywhere whenever matter hold stay stays remain part point case enough plenty`,
  de: `ab aber darf dürfen dürft könnte könnten möchte alle allem allen aller alles als also am an andere
    anderen auch auf aus bei beim bin bis bisher bitte da dabei dafür damit danach dann daran darauf das
    dass dazu dein deine dem den denn der des deshalb dich die dies diese diesem diesen dieser dieses dir
    doch dort du durch egal ein eine einem einen einer eines er es etwas euch euer fest für ganz gar gegen
    geht genau gern gerne gibt gut habe haben hast hat hatte hatten heute hier hin ich ihm ihn ihnen ihr
    ihre im immer in ins ist ja je jede jedem jeden jeder jedes jetzt kann kannst kein keine keinem keinen
    keiner können künftig lieber machen mal man mehr mein meine mich mir mit muss müssen nach nachdem ne
    nein neue neuen nicht nichts nie niemals noch nun nur ob oder ohne okay passt schon sein seine sehr seit
    sich sie sind so sobald sofern soll sollen sollte sollten sondern sonst stattdessen über um und uns
    unser unsere unter vom von vor war waren warum was weil wenn wer werden wie wieder will wir wird wo
    wollen worden würde zu zum zur zwar zwischen zukünftig doch eigentlich bleibt bleiben machen mach macht
    nehmen nehme nimm gilt gelten reicht reichen genug genügt`,
  es: `a al algo ahora algún alguna ante antes aquí así aun aunque bien bueno cada casi como con contra cosa
    cual cualquier cuando de del desde después donde dos durante e el él ella ellas ellos en entonces entre
    era eran es esa esas ese eso esos esta está estaba están estar estas este esto estos fue fueron gracias
    ha haber había hacer hace haga han hasta hay he hoy la las le les lo los luego mas más me mejor menos mi
    mientras mis misma mismo mucho muy nada ni ningún ninguna no nos nosotros nuestra nuestro nunca o otra
    otro para pero poco por porque primero pues puede pueden que qué quiero quien se sea según ser si sí
    siempre sin sino sobre solo sólo son su sus también tampoco tan tanto te tener tengo tiene tienen toda
    todas todo todos tu tú un una unas uno unos usted va vale vamos ver vez y ya yo adelante debe deben hay
    vuelve volver queda mejor dejar deja basta suficiente`,
  fr: `a à afin ai ainsi alors après as au aucun aucune aussi autre autres aux avait avant avec avoir bien
    bon c car ce ceci cela celle celui ces cet cette chaque chez comme comment contre d dans de déjà depuis
    des deux doit doivent donc dont du elle elles en encore entre es est et étaient était étant être eu fait
    faire faut fois il ils j jamais je jusqu l la là le les leur leurs lors lui m ma maintenant mais me même
    mes mettre moi moins mon n ne ni non nos notre nous on ont ou où oui par parce pas pendant peu peut
    peuvent plus plutôt plusieurs pour pourquoi près puis qu quand que quel quelle quelque qui quoi rien s
    sa sans se selon sera ses seulement si soit son sont sous sur t ta tant te tes toi ton toujours tous
    tout toute toutes très trop tu un une va vers veux voici voilà voir vos votre vous y désormais
    finalement reste rester utilise`,
  pt: `a à agora ai ainda algo alguém algum alguma ali ante antes ao aos apenas aqui as às assim até bem bom
    cada coisa com como contra contudo da daí das de dela dele depois desde desse desta deste deve devem do
    dos durante e é ela elas ele eles em enquanto então entre era essa esse esta está estão estar este eu
    faz fazer fica ficar foi for fora gente há isso isto já lá lhe mais mas me melhor menos mesma mesmo meu
    minha muito na nada não nas nem nenhum nenhuma no nos nós nossa nosso nova novo num numa nunca o onde os
    ou outra outro para pela pelas pelo pelos pode podem pois por porém porque posso pra pro qual quando que
    quem quero se seja sem sempre ser será seu seus si sim só sobre sua suas também tão te tem têm ter toda
    todas todo todos tu tudo um uma umas uns vai vamos você vocês vez`,
  it: `a abbiamo ad adesso agli ai al alla alle allo allora altra altre altri altro anche ancora anzi avere
    base basta bene c che chi ci ciò come con contro cosa così cui da dagli dal dalla dalle dallo dei del
    della delle dello dentro deve devono di dopo dove due e è ecco ed era erano essere fa fare fin fino fra
    già gli ha hai hanno ho i il in indietro infatti invece io l la le lei li lo loro lui ma mai me meglio
    meno mentre mi mia mio molto ne nei nel nella nelle nello nessun nessuna niente no noi non nostra nostro
    nulla o ogni ok oppure ora per perché però più poi può possono prima proprio pure qualche qualcosa quale
    quando quanto quella quelle quelli quello questa queste questi questo qui quindi resta sa se sei sempre
    senza si sì sia siamo sono sopra sotto sta stato su sua sui sul sulla suo te ti tra troppo tu tua tuo
    tutta tutte tutti tutto un una uno va vai vi voglio voi d'ora poi`,
  ru: `а без более больше будем будет будут бы был была были было быть в вам вами вас вместо во вообще вот
    все всё всегда всего всех всю вы где давай давайте да даже для до его ее её ей если есть ещё еще же за
    завтра зачем здесь и из или им ими их к как какая какой когда конечно кто куда лучше ли мне много может
    можно мой моя мы на над надо нам нами нас наш наша не него нее неё ней нельзя нет ни нибудь никогда ним
    них ничего но ну нужно о об однако он она они оно от очень по под пока после потом потому почему при про
    пусть раз с сам свой своя себя сегодня сейчас сразу со так также такая такие такой там те тем теперь то
    тобой того тоже только том тот тут ты у уж уже хорошо хочу чего чем через что чтобы чуть эта эти это
    этого этой этом этот эту я впредь отныне должен должна должны следует лишь хотя делаем делать`,
  zh: `我们 你们 他们 这个 那个 这些 那些 一个 一下 一些 以后 之后 之前 现在 今后 所有 任何 可以 不能 不要 不用 不再 不是 没有 必须 应该 需要 使用 采用 如果 因为 所以 但是 不过
    然后 还是 就是 都要 都用 而是 而不 不得 禁止 一律 总是 始终 从不 永远 绝对 千万 请在 请用 的时 时候 这样 那样 什么 怎么 其实 改成 改为 换成 换为 改用 换用 算了 不对 好的 就用
    先用 要用 只用 统一 决定`,
  ja: `使用 使い 使う 使っ 場合 今後 以降 必要 必ず 絶対 常に 禁止 代わ 変更 変え 全部 全て 方が 時は 前に 後に 今回 今日 自分 確認 お願 願い 件は 実は 決定 決め`,
  ko: `우리 저희 이제 앞으로 항상 절대 반드시 모든 그냥 대신 말고 그리고 하지만 그런데 지금 나중에 먼저 다시 계속 그건 이건 이거 그거 저거 꼭 좀 더 하자 해줘 해주세요 합니다 해요
    하지 마세요 말아 않는다 않아요 한다 하고 하는 해서 해야 됩니다 있는 없는 없이 때는 경우 사용 쓰자 써줘 쓰지 씁니다 사용해 사용하지 바꾸자 바꿔 변경 결정`,
};

/**
 * Words that many statements about software contain. Alone they do not show that two statements have one subject; together with other words
 * they count a little.
 */
export const WEAK_WORDS = `use uses used using run runs running add adds added make makes made keep keeps
    kept set sets setting put puts go goes going do does need needs needed work works working try tries
    change changes changed code copy copies file files project repo repository app application system tool
    tools value values option config configuration listen listens bind expose serve live lives sit check
    checks fix fixes fixed issue problem user users data write writes writing read reads call calls create
    creates build builds start starts stop stops move moves show shows send update updates line lines number
    take takes give gives switch switches replace replaces drop drops remove removes migrate deprecate avoid
    prefer prefers ask asks handle handles support supports look allow deny enable disable require required
    requires forbid forbidden ban banned decide decided agreed settled go scrap verwenden verwende verwendet
    benutzen benutze nutzen nutze setzen nehmen laufen läuft ändern datei dateien projekt wert usar usa
    usamos usad use uso archivo archivos proyecto valor cambiar cambiamos poner pon correr ejecutar utiliser
    utilisez utilise utilisons fichier fichiers projet valeur changer mettre mets lancer usem usamos arquivo
    arquivos projeto mudar colocar rodar usare usiamo usate file progetto valore cambiare mettere lanciare
    использовать используем используй использует файл файлы проект значение менять делать запускать писать
    代码 文件 项目 测试 设置 运行 修改 写入 默认 コード 設定 実行 変更 書く 작성 코드 파일 프로젝트 설정 실행`;

/** Synonyms among software developers, one group per line: the first word stands for the others. */
export const SAME_WORDS = `repository repo repos
config configuration
database db datenbank
auth authentication authenticate authn
environment env
documentation docs doc
dependency deps dep
kubernetes k8s
postgres postgresql pg
javascript js
typescript ts
directory folder dir
argument arg args
parameter param params
message msg
bundled vendored vendor
image img
admin administrator
application app apps
library lib libs
package pkg
temporary tmp temp
deploy deploys deployed deployment deployments rollout rollouts release releases released`;
