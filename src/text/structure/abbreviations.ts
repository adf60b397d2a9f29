const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Abbreviations that come before what they abbreviate: never the end of a sentence. Lower case, without the last dot. */
export const leadingAbbreviations = words(
  [
    'mr mrs ms messrs dr drs prof rev fr hon gen col maj capt cmdr lt sgt cpl adm gov sen rep pres amb supt insp st ste mt',
    'v vs cf viz e.g i.e eg ie approx ca resp incl excl esp ibid',
    'hr hrn frl dipl ing z.b d.h u.a o.ä i.d.r vgl bzw ggf evtl inkl exkl zzgl zzt lfd gem abzgl einschl sog',
    'mme mlle mmes av p.ej sr sra srta dña ud uds sig sig.ra dott dra bijv d.w.z o.a m.b.t dhr mevr',
  ].join(' '),
);

/** Abbreviations before a number or letter: the end of a sentence unless one follows. */
export const referenceAbbreviations = words(
  [
    'no nos nr nrs art arts sec secs sect fig figs eq eqs ref refs ch chap chs vol vols p pp pg pgs par para paras cl tab app',
    'ex exs abs ziff bd seite s lit stat ann op supp suppl ser ed cir az rn rdnr tz anm kap aufl hs alt núm núms pág págs cap',
    'réf env civ crim janv févr avr juil sept oct nov déc ene abr ago dic',
  ].join(' '),
);

/** Abbreviations in the midst of a sentence or at its end: the next word decides. */
export const trailingAbbreviations = words(
  'inc corp ltd llc llp plc bros assn dept univ inst intl natl jr sr esq ph.d al est ext govt dist mfg mgmt blvd hwy oz lbs sq min max avg tsd mio mrd gmbh med jur phil rer ff cie',
);

/** The same, where they begin with a capital: other words are spelled like them. */
export const capitalisedAbbreviations = words(
  'co div tel jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun ave rd str',
);

/** Words that open sentences: after an abbreviation or initial they tell a new sentence from a name. */
export const sentenceOpeners = words(
  [
    'the a an this that these those it its he she they we you there here his her their our my in on at for from with by as of to',
    'if when while where although though because since after before during under over once unless until however moreover furthermore',
    'therefore thus hence then also and but or nor so yet such some many most all both each every any no not what who why how which',
    'is are was were do does did has have had will would can could should may might',
    'der die das ein eine es er sie wir ich in im am auf bei mit nach zu für und aber oder wenn als dies diese dieser dieses',
    'le la les un une il elle ils elles nous vous je ce cette ces dans pour el los las una en por para',
  ].join(' '),
);

/** Languages that write ordinal numbers with a dot: 3. Oktober. */
export const ordinalDotLanguages = words('de da no nb nn fi et cs sk sl hr sr hu lv tr is');
