/** Parts of regular expressions, which match at the start of a word. */
export interface Language {
  cookies: string;
  /** Words before `cookies` that say that a site stores them. A language without `uses` has them in `purposes`. */
  uses?: string;
  purposes: string;
  /** Prove a banner that does not mention cookies. */
  phrases?: string;
  ages?: string;
  /** Sentences of banners that `ages` matches, too. */
  minors?: string;
  /** Sentence parts of walls: accept, or pay. */
  walls?: string;
  reject: string;
  /** Labels that save the choice. With a word of `everything`, they accept. */
  save?: string;
  everything?: string;
  accept: string;
  /** Close only as the whole label: "Close menu" does not. */
  close: string;
}

/** Leads to a word in the same sentence, or in the next one. */
const nearby = '[^.!?]{0,250}?(?:[.!?][^.!?]{0,250}?)?(?<!\\p{L})';

export const languages: Record<string, Language> = {
  english: {
    cookies: 'cookies?(?!\\p{L})',
    uses: '(?:we|our partners|(?:web)?site) (?:also )?(?:uses?|stores?|sets?|places?)|(?:web)?site (?:also )?(?:keeps|saves)|uses|stores',
    purposes:
      '(?:we|our partners|this (?:web)?site|site) (?:uses?|stores)(?!\\p{L})|by (?:continuing|using|clicking)|consent|privacy|analy[ts]|personali[sz]|advertising|third.part|tracking|technolog|(?:improve|enhance) your|traffic|experience|functional|learn more|preferences',
    phrases:
      'we (?:value|care about) your privacy|we and our (?:\\d+ )?partners|your privacy choices|(?:collect|use|process)(?:ing)?(?: (?:and|or) \\p{L}+)? (?:of )?(?:your )?personal (?:data|information)(?=[^.]*(?:purpose|consent|choos))|(?:assess|choose|manage|see)(?: and \\p{L}+)? the (?:data|information|services) that we(?:.d like to)? (?:collect|use)',
    ages: '(?:1[68]|21)(?:\\+| (?:years )?(?:or|and) (?:older|over|above))|adults? only|must be (?:over |at least )?(?:1[68]|21)(?!\\d)|(?:are you|i am|over|under|you are) (?:over |at least |under )?(?:1[68]|21)(?!\\d)|years (?:old|of age)|date of birth|legal (?:drinking )?age|(?:verify|confirm) your age',
    minors: `(?:under|below|younger than) (?:the age of )?1[3-6](?!\\d)${nearby}(?:guardian|parent)`,
    walls:
      '(?:read|continue|browse|use|visit)(?: \\p{L}+){0,3} with (?:ads|advertising|advertisements)|(?:accept|consent) or (?:pay|subscribe)',
    reject:
      'reject|decline|refuse|deny|disagree|disallow|do not (?:accept|consent|agree|allow|sell)|don.t (?:accept|consent|agree|allow)|no,? thanks|without (?:accepting|consent|agreeing)|(?:only|just|use) (?:the )?(?:strictly )?(?:necessary|essential|required|functional)|(?:necessary|essential|required)(?: cookies)? only|opt.out',
    save: '(?:save|confirm|submit|allow|accept|use)(?: \\p{L}+){0,2} (?:selection|selected|choices?|preferences|settings)|save and (?:close|exit)',
    everything: '(?:all|everything)(?!\\p{L})|recommended|default|suggested|proposed',
    accept: 'accept|agree|allow|i consent|consent(?!\\p{L})|(?:continue|read) with (?:ads|advertising)',
    close:
      'ok|okay|yes|close|dismiss|continue(?: to (?:the )?(?:web)?site)?|(?:ok,? )?got it|i understand|understood|that.s (?:ok|fine)',
  },
  german: {
    cookies: 'cookie-?(?:richtlinie|hinweis|einstellung|verwendung|nutzung)',
    uses: '(?:verwende|benutz|nutz|speicher|setz)(?:en|n|e?t)',
    purposes:
      'wir (?:verwenden|nutzen|setzen)|(?:verwendet|nutzt|verwendung|einsatz)(?!\\p{L})|einwillig|datenschutz|personalisier|statistik|nutzererlebnis|drittanbieter',
    phrases:
      'wir (?:und unsere (?:\\d+ )?partner|schätzen ihre privatsphäre)|ihre privatsphäre ist uns wichtig|dienste, die wir nutzen',
    ages: '(?:ab|über|mindestens) 1[68](?!\\d)|jahre alt|volljährig|geburtsdatum',
    minors: `(?:unter|jünger als) 1[3-6](?!\\d)${nearby}(?:erziehungsberechtigt|eltern)`,
    walls:
      'pur-?abo|contentpass|(?:weiter|lesen|nutzen|surfen)(?: \\p{L}+){0,2} mit werbung|mit werbung (?:oder|(?:\\p{L}+ ){0,2}(?:weiter|lesen|nutzen|surfen))',
    reject:
      'ablehnen|(?:alle|alles) ablehnen|verweigern|nicht (?:zustimmen|akzeptieren)|nur (?:notwendige|erforderliche|essenzielle|technisch)|ohne (?:zustimmung|einwilligung)',
    save: '(?:auswahl|einstellungen|ausgewählte\\p{L}*)(?: \\p{L}+)? (?:speichern|bestätigen|erlauben|akzeptieren|übernehmen|zulassen)',
    everything: 'alle[mnrs]?(?!\\p{L})|sämtliche|empfohlen|vorgeschlagen|voreingestellt|standard',
    accept: '(?:alle |alles )?akzeptieren|zustimm|einverstanden|erlauben|zulassen|weiter mit werbung|mit werbung',
    close: 'verstanden|schließen|weiter',
  },
  french: {
    cookies: 'traceurs',
    uses: '(?:utilise|dépose|enregistre|stocke)(?:nt|ns)?',
    purposes:
      'nous utilisons|(?:ce|notre) site utilise|consentement|confidentialité|vie privée|mesurer|personnalis|publicit|en poursuivant',
    phrases: 'nous et nos (?:\\d+ )?partenaires|le respect de votre vie privée',
    ages: '18 ans|majeur|date de naissance',
    walls: 'accepter (?:et|ou) s.abonner|(?:continuer|lire|naviguer) avec (?:la |des )?publicités?',
    reject: '(?:tout )?refuser|(?:continuer )?sans accepter',
    save: '(?:enregistrer|confirmer|valider)(?: \\p{L}+){0,2} (?:choix|sélection|préférences)',
    everything: '(?:tout|tous|toutes?)(?!\\p{L})|recommandé|conseillé|proposé|suggéré|par défaut',
    accept: '(?:tout )?accepte|autoriser|d.accord|j.accepte',
    close: 'j.ai compris|fermer|continuer',
  },
  spanish: {
    cookies: 'galletas informáticas',
    uses: '(?:usa|utiliza|almacena|guarda|instala)(?:n|mos)?',
    purposes: 'utilizamos|usamos|este sitio|consentimiento|privacidad|personalizar|publicidad|analizar|de terceros',
    phrases: 'nosotros y nuestros (?:\\d+ )?socios',
    ages: '18 años|mayor(?:es)? de edad|fecha de nacimiento',
    walls: 'acept\\p{L}+ o suscri\\p{L}+|(?:continuar|leer|navegar) con publicidad',
    reject: 'rechazar|rehusar|denegar|solo (?:las )?(?:necesarias|esenciales)|sin aceptar',
    save: '(?:guardar|confirmar)(?: \\p{L}+){0,2} (?:selección|preferencias|configuración)',
    everything: 'tod[ao]s?(?!\\p{L})|recomendad|sugerid|propuest|predeterminad|por defecto',
    accept: 'acept|permitir|de acuerdo',
    close: 'entendido|cerrar|continuar',
  },
  italian: {
    cookies: 'biscotti informatici',
    uses: '(?:usa|utilizza|memorizza|salva|installa)(?:no)?',
    purposes: 'utilizziamo|usiamo|questo sito|consenso|informativa|personalizzare|terze parti|esperienza',
    phrases: 'noi e i nostri (?:\\d+ )?partner',
    ages: '18 anni|maggiorenne|data di nascita',
    walls: 'accett\\p{L}+ o abbon\\p{L}+|(?:continua|leggi|naviga) con (?:la )?pubblicità',
    reject: 'rifiuta|nega(?!\\p{L})|senza accettare|solo (?:i )?necessari',
    save: '(?:salva|conferma)(?: \\p{L}+){0,2} (?:selezione|scelte|preferenze)',
    everything: 'tutt[aeio](?!\\p{L})|consigliat|raccomandat|suggerit|propost|predefinit',
    accept: 'accett|acconsent',
    close: 'ho capito|chiudi|continua',
  },
  portuguese: {
    cookies: 'testemunhos de conexão',
    uses: '(?:usa|utiliza|armazena|guarda)(?:m|mos)?',
    purposes: 'este site|consentimento|privacidade|experiência|ao (?:navegar|continuar)',
    phrases: 'nós e (?:os )?nossos (?:\\d+ )?parceiros',
    ages: '18 anos|maior(?:es)? de idade|data de nascimento',
    reject: 'rejeitar|recusar|apenas (?:os )?(?:necessários|essenciais)',
    accept: 'aceit|concordo',
    close: 'entendi|fechar|continuar',
  },
  dutch: {
    cookies: 'cookie(?:beleid|verklaring|instelling)',
    uses: 'gebruik(?:t|en)|plaats(?:t|en)|bewa(?:art|ren)',
    purposes: 'w(?:ij|e) gebruiken|deze (?:web)?site|toestemming|derden|ervaring|verbeteren',
    phrases: 'wij en onze (?:\\d+ )?partners',
    ages: '18 jaar|geboortedatum|jaar of ouder',
    reject: '(?:alles |alle )?(?:weiger|afwijzen)|alleen (?:noodzakelijke|functionele)',
    save: '(?:selectie|keuzes?|voorkeuren) (?:opslaan|bevestigen|toestaan)',
    everything: 'alles?(?!\\p{L})|allemaal|aanbevolen|voorgesteld|standaard',
    accept: '(?:alles |alle )?accepteren|akkoord|toestaan',
    close: 'begrepen|sluiten|doorgaan',
  },
  scandinavian: {
    cookies: '(?:kakor|informasjonskapsler|cookie(?:s|r|politik|policy))',
    uses: 'använder|bruger|bruker|benytter|anvender|sparar|lagrar|lagrer|gemmer',
    purposes:
      'vi (?:använder|bruger|bruker|benytter|anvender)|förbättra|forbedre|upplevelse|oplevelse|opplevelse|samtyck|samtykke|integritet|personvern|privatliv|tredjepart',
    ages: 'födelsedatum|fødselsdato|år gammal',
    reject: 'avvisa|avvis|avslå|afvis|neka|(?:endast|bara|kun|bare) nødvend|(?:endast|bara) nödvänd',
    accept: 'godkänn|godta|godkend|acceptera|accepter|tillåt|tillad|tillat|samtykk|jag samtycker',
    close: 'jag förstår|stäng|luk|lukk|forstått|forstået',
  },
  finnish: {
    cookies: 'eväste',
    uses: 'käyttää|tallentaa|tallennamme',
    purposes: 'käytämme|parantaa|suostumu|tietosuoja|kokemu|analysoi',
    ages: 'syntymäaika',
    reject: 'hylkää|kiellä|vain (?:välttämättömät|pakolliset)',
    accept: 'hyväksy|salli',
    close: 'selvä|sulje',
  },
  polish: {
    cookies: '(?:plik\\p{L}* cookie|ciasteczk)',
    uses: 'używa|stosuje|zapisuje',
    purposes: 'używamy|wykorzystujemy|korzysta|zgod|prywatno|statysty',
    phrases: 'my i nasi (?:\\d+ )?partnerzy|cenimy (?:twoją|państwa) prywatność',
    ages: 'pełnoletni|data urodzenia',
    reject: 'odrzu|odmawiam|nie zgadzam|tylko niezbędne',
    accept: 'akcept|zgadzam|zezwól',
    close: 'rozumiem|zamknij',
  },
  czech: {
    cookies: '(?:soubor\\p{L}* cookie|cookies)',
    uses: 'použív\\p{L}+|ukládá\\p{L}*|využív\\p{L}+',
    purposes: 'používáme|používa|analýz|souhlas|soukromí|návštěvnost|zlepš',
    ages: 'datum narození|plnolet',
    reject: 'odmítn|zamítn|nesouhlas|pouze nezbytné|len nevyhnutné',
    accept: 'přijmout|přijímám|souhlas|povolit|prijať|súhlas',
    close: 'rozumím|zavřít',
  },
  hungarian: {
    cookies: '(?:sütik|süti|sütiket|cookie-k)',
    purposes: 'használ|hozzájárul|adatvédel|élmény',
    reject: 'elutasít|visszautasít|csak a szükséges',
    accept: 'elfogad|engedélyez|hozzájárul',
    close: 'rendben|értem|bezár',
  },
  romanian: {
    cookies: '(?:module|fișiere) cookie',
    uses: '(?:folose|utilizea|stochea)\\p{L}+',
    purposes: 'folosim|utilizăm|consimț|confidențialitate|experien',
    reject: 'refuz|respinge|doar (?:cele )?necesare',
    accept: 'accept|sunt de acord|permite',
    close: 'am înțeles|închide',
  },
  turkish: {
    cookies: 'çerez',
    purposes: 'kullan|gizlilik|deneyim|kişisel|onay|reklam',
    ages: 'yaşından büyük|doğum tarihi',
    reject: '(?:tümünü |hepsini )?reddet|yalnızca (?:gerekli|zorunlu)',
    accept: '(?:tümünü |hepsini )?kabul|izin ver',
    close: 'tamam|anladım|kapat',
  },
  greek: {
    cookies: 'cookies',
    purposes: 'χρησιμοποι|εμπειρία|συγκατάθεση|απορρήτο|συναίνεση',
    reject: 'απόρριψη|απορρίπτω|μόνο τα απαραίτητα',
    accept: 'αποδοχή|αποδέχομαι|συμφωνώ',
    close: 'κλείσιμο|εντάξει|κατάλαβα',
  },
  russian: {
    cookies: '(?:куки|файл\\p{L}* cookie)',
    uses: 'сохраня(?:ет|ем)|зберіга(?:є|ємо)',
    purposes: 'мы используем|используе|согласи|конфиденциальн|продолжая|ми використовуємо|використовує',
    ages: 'мне (?:есть )?18|вам (?:уже )?(?:есть )?18',
    reject: 'отклонить|отказ|не соглас|только необходимые|відхилити|лише необхідні',
    accept: 'принять|принима|соглас|разрешить|прийняти|погоджу',
    close: 'понятно|хорошо|закрыть|зрозуміло|закрити|ок',
  },
};

/** Languages whose words have no spaces around them, or have prefixes attached. */
export const unspaced: Record<string, Language> = {
  japanese: {
    cookies: 'クッキー|Cookie',
    purposes: '使用し|利用し|同意|プライバシー',
    ages: '18歳|20歳',
    reject: '拒否|同意しない|必須のみ|必要な',
    accept: '同意|承諾|許可|受け入れ',
    close: '了解|閉じる|OK',
  },
  chinese: {
    cookies: 'Cookie',
    purposes: '我们使用|我們使用|使用|隐私|隱私|体验|體驗|同意',
    ages: '18岁|18歲|出生日期',
    reject: '拒绝|拒絕|仅必要|僅必要|不同意',
    accept: '接受|同意|允许|允許',
    close: '知道了|关闭|關閉|好的|确定|確定',
  },
  korean: {
    cookies: '쿠키',
    purposes: '사용|개인정보|동의|경험|개선',
    ages: '만 ?1[89]세|생년월일',
    reject: '거부|거절|필수만|동의하지',
    accept: '수락|동의|허용',
    close: '확인|닫기',
  },
  arabic: {
    cookies: 'ملفات تعريف الارتباط|الكوكيز|كوكيز',
    purposes: 'نستخدم|يستخدم|الخصوصية|تجربت|موافق|تحسين',
    ages: 'تاريخ الميلاد|عمرك',
    reject: 'رفض|أرفض|الضرورية فقط',
    accept: 'قبول|أقبل|موافق|أوافق|السماح',
    close: 'إغلاق|حسنا|فهمت',
  },
  persian: {
    cookies: 'کوکی',
    purposes: 'استفاده|حریم خصوصی|تجربه',
    reject: 'رد کردن|نمی‌پذیرم|رد همه',
    accept: 'پذیرش|می‌پذیرم|قبول|موافقم',
    close: 'بستن|متوجه شدم|باشه',
  },
  hebrew: {
    cookies: 'עוגיות|קוקיז|קובצי cookie',
    purposes: 'משתמש|פרטיות|חוויה|חוויית|הסכמה',
    ages: 'תאריך לידה|בן 18|גיל 18',
    reject: 'דחה|דחיית|סירוב|לדחות|הכרחיות בלבד',
    accept: 'אישור|אשר|קבל|לקבל|מסכים|הסכמה',
    close: 'הבנתי|סגור|סגירה|אוקיי',
  },
};
