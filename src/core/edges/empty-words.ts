/** Words that do not name a subject, in ten languages. Of the forms that have one root, only one is listed. */
export const EMPTY_WORDS = `about above after again against all also am any anyway because before being below between both cannot d didn
  doesn don done during each either else ever everything few further get here him his her how however hey i
  isn it just let ll m maybe me mine more most much must my myself never next nah no nobody nope nor not
  nothing now off ok okay old once one only other ours out over own please rather re really right s same shall
  she shouldn since so some still such t than thank that them then there these thing think this those though
  through too under until up ve very via wait want wasn well weren whatever while whole without won wouldn
  yeah yep yes yet actually always instead from new newer older less second time today tomorrow yesterday week
  month year day earlier later first last sure sorry oh fine good great better best bad say tell know mean lot
  bit kind sort way anything something someone anyone everyone everywhere anywhere whenever matter hold stay
  remain part point case enough plenty ab aber darf dürfen dürft könnte möchte allem allen aller als an andere
  auch auf aus bei beim bin bis bisher bitte da dabei dafür damit danach dann daran darauf dass dazu dein dem
  den denn der des deshalb dich die dies diese diesem dieser dir doch dort du durch egal ein einem einen einer
  er es etwas euch euer fest für ganz gar gegen geht genau gern gibt gut habe haben hast hat hatte heute hier
  hin ich ihm ihn ihnen ihr im in ist ja je jede jedem jeden jeder jetzt kann kannst kein keinem keiner können
  künftig lieber machen mal man mehr mein mich mir mit muss nach nachdem ne nein neue neuen nicht nie niemals
  noch nun nur ob oder ohne passt schon sein sehr seit sich sie sind sobald sofern soll sollte sondern sonst
  stattdessen über um und uns unser unter vom von vor war waren warum was weil wenn wer werden wie wieder will
  wir wird wo wollen worden würde zu zum zur zwar zwischen zukünftig eigentlich bleibt bleiben macht nehmen
  nimm gilt gelten reicht reichen genug genügt a algo ahora algún alguna ante aquí así aun aunque bien bueno
  cada casi como con contra cosa cual cualquier cuando del desde después donde durante e el ella ellos en
  entonces entre era eran esa eso esta estaba estar este esto fue fueron gracias ha haber había hacer hace
  haga han hay he hoy la le lo luego mas mejor menos mi mientras misma muy nada ni ningún ninguna nosotros
  nuestra nunca o otra otro para pero poco por porque primero pues puede que quiero quien se sea según ser si
  siempre sin sino sobre solo son su también tampoco tan tanto te tener tengo tiene todo tu una uno usted va
  vale vamos ver vez y ya yo adelante debe deben vuelve volver queda dejar deja basta suficiente afin ai ainsi
  alors après as aucun aussi autre aux avait avant avec avoir bon c car ce ceci cela celle celui cet cette
  chaque chez comme comment dans depuis deux doit doivent donc dont elle encore et étaient était étant être eu
  fait faire faut fois il j jamais jusqu l leur lors lui maintenant mais même mettre moi moins mon n non notre
  nous ont ou oui par parce pas pendant peu peut peuvent plus plutôt plusieurs pour pourquoi près puis qu
  quand quel quelle quelque qui quoi rien sa sans selon sera seulement soit sont sous sur ta toi ton toujours
  tous tout très trop veux voici voilà voir vos votre vous désormais finalement reste rester utilise agora
  ainda alguém algum ali ao apenas assim até bem bom coisa com contudo dela dele depois desse desta deve devem
  ela em enquanto então essa esse faz fazer fica ficar for fora gente isso isto lhe melhor mesma meu minha
  muito na não nem nenhum nossa nova novo num numa onde os outra pela pelo pode podem pois porém posso pra pro
  qual quem quero seja sem sempre seu sim sua também tão tem ter tudo uma vai você abbiamo ad adesso agli alla
  allo allora altra anche ancora anzi avere base bene che chi ci ciò come così cui dagli dal dalla dei della
  dentro devono dopo dove due ecco ed essere fa fare fin fino fra già gli hanno ho indietro infatti invece io
  lei li loro meglio mentre mia mio molto nei nel nella nessun nessuna niente noi nostra nulla ogni oppure ora
  per perché più può possono prima proprio pure qualche qualcosa quanto questa quindi sei senza sia siamo sono
  sopra sotto sta stato sui sul sulla suo ti tra troppo tua tuo tutta vi voglio voi а без более больше будем
  бы был быть в вам вами вас вместо во вообще вот все всё всегда всего всех всю вы где давай давайте да даже
  для до его ее её ей если есть ещё еще же за завтра зачем здесь и из или им ими их к как когда конечно кто
  куда лучше ли мне много может можно мой моя мы на над нам нами нас наш не него нее неё ней нельзя нет ни
  нибудь никогда ним них ничего но ну нужно о об однако он она они оно от очень по под пока после потом почему
  при про пусть раз с сам свой своя себя сегодня сейчас сразу со так также там те тем теперь то тобой того
  тоже только том тот тут ты у уж уже хорошо хочу чего чем через что чтобы чуть эта эти это этого этой этом
  этот эту я впредь отныне должен должна следует лишь хотя делаем делать 我们 你们 他们 这个 那个 这些 那些 一个 一下 一些 以后 之后
  之前 现在 今后 所有 任何 可以 不能 不要 不用 不再 不是 没有 必须 应该 需要 使用 采用 如果 因为 所以 但是 不过 然后 还是 就是 都要 都用 而是 而不 不得 禁止 一律 总是 始终 从不 永远
  绝对 千万 请在 请用 的时 时候 这样 那样 什么 怎么 其实 改成 改为 换成 换为 改用 换用 算了 不对 好的 就用 先用 要用 只用 统一 决定 使い 使う 使っ 場合 今後 以降 必要 必ず 絶対 常に
  代わ 変更 変え 全部 全て 方が 時は 前に 後に 今回 今日 自分 確認 お願 願い 件は 実は 決定 決め 우리 저희 이제 앞으로 항상 절대 반드시 모든 그냥 대신 말고 그리고 하지만 그런데 지금
  나중에 먼저 다시 계속 그건 이건 이거 그거 저거 꼭 좀 더 하자 해줘 해주세요 합니다 해요 마세요 말아 않는다 않아요 한다 하고 하는 해서 해야 됩니다 있는 없는 없이 때는 경우 사용 쓰자
  써줘 쓰지 씁니다 사용해 바꾸자 바꿔 변경 결정`;

/**
 * Words that many statements about software contain. Alone they do not show that two statements have one subject; together with other words
 * they count a little.
 */
export const WEAK_WORDS = `use run add added make keep set put go do does need work try tries change code copy file project repo app
  system tool value option config listen bind expose serve live lives sit check fix issue problem user data
  write read call create build start stop move show send update line number take give switch replace drop
  remove migrate deprecate avoid prefer ask handle support look allow deny enable disable require forbid
  forbidden ban decide agreed settled scrap verwenden verwendet benutzen nutzen setzen nehmen laufen läuft
  ändern datei dateien projekt wert usar usa usamos usad uso archivo proyecto valor cambiar cambiamos poner
  pon correr ejecutar utiliser utilisez utilisons fichier projet valeur changer mettre mets lancer usem
  arquivo mudar colocar rodar usiamo usate progetto mettere lanciare использовать используем используй файл
  проект значение менять делать запускать писать 代码 文件 项目 测试 设置 运行 修改 写入 默认 コード 設定 実行 変更 書く 작성 코드 파일 프로젝트 설정
  실행`;

/** Synonyms among software developers, groups between slashes: the first word of a group stands for the others. */
export const SAME_WORDS = `repository repo repos / config configuration / database db datenbank / auth authentication authenticate
authn / environment env / documentation docs doc / dependency deps dep / kubernetes k8s / postgres
postgresql pg / javascript js / typescript ts / directory folder dir / argument arg args / parameter param
params / message msg / bundled vendored vendor / image img / admin administrator / application app apps /
library lib libs / package pkg / temporary tmp temp / deploy deploys deployed deployment deployments rollout
rollouts release releases released`;
