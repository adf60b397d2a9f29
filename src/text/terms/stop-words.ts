const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Lucene's English stop words. */
const luceneEnglish =
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with';

/** Function words of questions and of connected prose, which say nothing about the subject. */
const functionEnglish = 'do does did has have had been were its from which what how when where why whose';

const none: ReadonlySet<string> = new Set();

/** Words that keyword search leaves out, by ISO 639-1 code. Short on purpose: BM25 discounts common words by itself. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  return Object.hasOwn(byLanguage, language) ? byLanguage[language]! : none;
}

const byLanguage: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(`${luceneEnglish} ${functionEnglish}`),
  de: words(
    'der die das den dem des ein eine einer eines einem einen und oder aber ist sind war waren wird werden in im an am auf aus bei für mit nach von vom zu zum zur als auch es er sie wir ich nicht sich dass daß wie so durch um über unter vor',
  ),
  fr: words(
    'le la les un une des du de et ou mais est sont était dans en au aux par pour avec sur sous ce cet cette ces il elle ils elles on nous vous je que qui ne pas se sa son ses leur leurs y à d l',
  ),
  es: words(
    'el la los las un una unos unas de del y o pero es son era en al por para con sobre este esta estos estas que se su sus no lo le les como más a e ni',
  ),
  it: words(
    'il lo la i gli le un uno una di del dello della dei degli delle e o ma è sono era in nel nella nei nelle al allo alla ai agli alle da dal dalla per con su sul sulla che si non come a ed',
  ),
  pt: words(
    'o a os as um uma uns umas de do da dos das e ou mas é são era em no na nos nas ao aos à às por para com sobre este esta que se seu sua não como mais',
  ),
  nl: words(
    'de het een en of maar is zijn was waren wordt worden in op aan van voor met naar door over bij uit te ten ter als ook dat die dit deze er niet zich hij zij wij ik',
  ),
  sv: words(
    'en ett den det de och eller men är var i på av för med till från om som att inte sig han hon vi jag så',
  ),
  da: words(
    'en et den det de og eller men er var i på af for med til fra om som at ikke sig han hun vi jeg så',
  ),
  no: words(
    'en et ei den det de og eller men er var i på av for med til fra om som at å ikke seg han hun vi jeg så',
  ),
  ru: words(
    'и в во не на что он она они как а но к у из за о об от до по с со для это этот эта эти бы же ли или был была были',
  ),
};
