import type { Words } from './words.ts';

export const en: Words = {
  numbers: {
    small:
      'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    one: 'one',
    article: 'a|an',
    ordinals: 'first second third fourth fifth sixth seventh eighth ninth tenth',
    join: (ten, digit) => `${ten}-${digit}`,
    joinedOne: 'one',
  },
  calendar: {
    months:
      'January/Jan February/Feb March/Mar April/Apr May June/Jun July/Jul August/Aug September/Sep October/Oct November/Nov December/Dec',
    days: 'Monday/Mon Tuesday/Tue Wednesday/Wed Thursday/Thu Friday/Fri Saturday/Sat Sunday/Sun',
  },
  units: {
    percent: 'percent|per cent|pct',
    point: 'percentage point|percentage points|percent points',
    'basis point': 'basis point|basis points|bps',
    USD: 'dollar|dollars',
    GBP: 'pound sterling|pound|pounds',
    CNY: 'yuan',
    meter: 'metre|metres',
    kilometer: 'kilometre|kilometres',
    centimeter: 'centimetre|centimetres',
    millimeter: 'millimetre|millimetres',
    liter: 'litre|litres',
    ton: 'ton|tons|tonne|tonnes',
    volt: 'volt|volts',
    watt: 'watt|watts',
    morning: 'am|a.m.',
    afternoon: 'pm|p.m.',
    hour: 'hrs',
    minute: 'mins',
    second: 'secs',
  },
  scales: {
    100: 'hundred',
    1e3: 'thousand',
    1e6: 'million|millions|mn',
    1e9: 'billion|billions|bn',
    1e12: 'trillion|trillions',
  },
  multiples: { 0.5: 'half|halv*', 2: 'twice|doubl*|twofold', 3: 'thrice|tripl*|threefold' },
  bounds: {
    least:
      'at least|no less than|not less than|no fewer than|no earlier than|a minimum of|minimum|or more|or longer',
    more: 'more than|greater than|longer than|higher than|later than|exceeding|exceeds|in excess of',
    most: 'at most|no more than|not more than|no later than|not later than|up to|not exceeding|a maximum of|maximum|or less|or fewer',
    less: 'less than|fewer than|shorter than|lower than|earlier than',
  },
  negations:
    "not|no|non|none|nobody|nothing|nowhere|never|neither|nor|cannot|without|hardly|barely|scarcely|lack*|fail|fails|failed|absence|absent|don't|doesn't|didn't|" +
    "won't|can't|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|wouldn't|couldn't|shouldn't|mustn't|mightn't|needn't|shan't|" +
    'deny|denies|denied|denying|false|untrue|incorrect|wrong|refut*|disput*|forbid*|forbade|prohibit*|ban|banned|bans|exclud*|refus*|reject*|unable|impossible',
  exceptions:
    'except|except for|except that|excepting|other than|apart from|with the exception of|save for|excluding|but not',
  limiting:
    'does not apply|do not apply|shall not apply|not apply|applies only|apply only|only applies|exempt|excluded|however|otherwise|in this case|in that case|instead',
  conditions:
    'if|unless|provided that|only if|only when|only with|as long as|so long as|in the event that|in case|subject to|on condition that|when|where|until',
  hearsay:
    'according to|alleged*|alleges|allege|reportedly|supposedly|rumour*|rumor*|claims that|claim that|claimed that|say|says|said|argue|argues|argued|assert|asserts|asserted|' +
    'believe|believes|believed|think|thinks|thought that|suspect|suspects|suspected|speculat*|critics',
  weak:
    'may|let|lets|allows|permits|might|could|should|possibly|perhaps|maybe|probably|likely|plans to|plan to|planned to|intends to|intend to|hopes to|hope to|expects to|expect to|expected to|' +
    'allowed to|permitted to|entitled to|has the right to|have the right to|has permission to|is permitted|are permitted|is allowed|are allowed|optional|optionally|voluntar*|recommend*|possible',
  strong:
    'must|shall|required|requires|obliged|obligatory|mandatory|has to|have to|needs to|need to|compulsory',
  able: 'can|able to',
  allowing: 'allowed|permitted|permissible|prohibited|forbidden|banned',
  passive:
    'by|is *ed|is *id|is made|is kept|is sold|is held|is given|is sent|are *ed|are *id|are made|are kept|are sold|are held|are given|are sent|was *ed|was *id|was made|was kept|was sold|was held|was given|was sent|were *ed|were *id|were made|were kept|were sold|were held|were given|were sent|be *ed|be *id|be made|be kept|be sold|be held|be given|be sent|been *ed|been *id|been made|been kept|been sold|been held|been given|been sent',
  orderTellsRoles: true,
  mutual:
    'meet*|met|marr*|border*|equal*|match*|resembl*|join*|adjoin*|fac*|overlap*|differ*|correlat*|associat*|compet*|interact*',
  joins: 'and|but|or|however|while|whereas|although|though|because|who|which',
  pointing:
    'it|its|they|their|he|his|she|her|this|these|those|such|the latter|the former|the foregoing|the same|otherwise|if so|in this case|in that case|in such case|in such event',
  prepositions: ['of|for', 'in|on|at|with|under|during|from'],
  firstPerson: 'we|our|us|ours',
  present: 'now|currently|at present|today',
  works: 'references|reference list|bibliography|works cited|literature cited',
  nameless:
    'according|additionally|although|because|currently|during|finally|first|furthermore|however|hence|if|instead|moreover|nevertheless|only|overall|per|second|since|' +
    'therefore|third|thus|unlike|until|upon|whereas|while|within|without|yes|yet|another|any|every|each|all|few|most|no|none|several|some|many|under|after|before|both|there|these|this|those|' +
    'mr|mrs|ms|dr|prof|inc|incorporated|ltd|limited|llc|plc|corp|corporation|co|company|gmbh|ag|sa|se|nv|article|annex|appendix|chapter|clause|exhibit|figure|item|note|page|paragraph|part|' +
    'schedule|section|table|the|a|an|in|on|at|of|for|from|to|by|with|and|or|it|its|he|she|they|his|her|their|we|our|i|you|your|when|where|as|not',
  order: ['before|prior to|preceding|in advance of', 'after|following|upon', 'within|during'],
  exclusive: [
    [
      'increas*|rise|rises|rose|risen|rising|grow*|grew|rais*|gain|gains|gained|higher|elevat*|enhanc*|improv*|longer|larger|greater|upward',
      'decreas*|fall|falls|fell|fallen|falling|declin*|drop|drops|dropped|reduc*|lower|lowered|lowers|diminish*|impair*|inhibit*|suppress*|worse*|shorter|smaller|fewer|downward',
    ],
    ['maximum|highest|largest|longest|latest', 'minimum|lowest|smallest|shortest|earliest'],
    ['include|includes|included|including|inclusive', 'exclude|excludes|excluded|excluding|exclusive'],
    ['accept*|approv*|agree|agrees|agreed', 'reject*|refus*|declin*|disagree*'],
    ['profit|profits|profitable', 'loss|losses'],
    [
      'all|every|each|always|entire|whole',
      'some|several|sometimes|partly|few|occasionally|rarely|most|many|often',
    ],
    [
      'hourly|per hour|an hour|each hour|every hour',
      'daily|per day|a day|each day|every day',
      'weekly|per week|a week|each week|every week',
      'monthly|per month|a month|each month|every month',
      'quarterly|per quarter|each quarter|every quarter',
      'annual|annually|yearly|per year|a year|each year|every year|per annum',
    ],
    ['buy|buys|bought|purchas*|acquir*', 'sell|sells|sold|selling|divest*'],
    ['lend*|lent', 'borrow*'],
    ['open|opens|opened|opening', 'close|closes|closed|closing'],
    ['start|starts|started|begin|begins|began|commenc*', 'end|ends|ended|expir*|finish*|terminat*'],
    [
      'more than|exceeds|above|greater than|larger than|higher than|longer than|heavier than',
      'less than|fewer than|below|smaller than|lower than|shorter than|lighter than',
    ],
    ['former|formerly|retired|previous|previously|ex', 'present|current|currently|now'],
  ],
  opposed: [
    ['gross', 'net'],
    ['short-term|short term', 'long-term|long term'],
    ['interim', 'final'],
    ['basic', 'diluted'],
    ['fixed', 'variable|floating'],
    ['current', 'non-current|noncurrent'],
    ['tangible', 'intangible'],
    ['internal|inner|interior|indoor', 'external|outer|exterior|outdoor'],
    ['front', 'rear'],
    ['upper', 'lower'],
    ['left-hand|left', 'right-hand|right'],
    ['full-time|full time', 'part-time|part time'],
    ['permanent', 'temporary'],
    ['paid', 'unpaid'],
    ['maternity', 'paternity'],
    ['summer', 'winter'],
    ['morning', 'afternoon', 'evening', 'night'],
    ['direct', 'indirect'],
    ['domestic', 'foreign|international'],
    ['single', 'double'],
    ['male', 'female'],
    ['input', 'output'],
    ['primary', 'secondary'],
    ['incoming|inbound', 'outgoing|outbound'],
  ],
  amending: {
    clauses:
      'clause|clauses|subclause|subclauses|sub-clause|sub-clauses|section|sections|subsection|sub-section|sec.|article|articles|art.|paragraph|paragraphs|para.|rule|rules|regulation|regulations|§|§§',
    paragraphs: 'paragraph|para.|subparagraph|sub-paragraph|subsection|sub-section|point|item|sentence',
    changes:
      'amend*|replac*|delet*|substitut*|supersed*|restat*|modif*|varied|vary|varies|variation|chang*|revis*|repeal*|revok*|rescind*|insert*|be read as|is read as|shall read|should read|to read as|increased|reduced|extended|shortened|removed|struck|addendum',
    replaces: 'supersede*|replaces|replace|amends|restates|rescinds|repeals|cancels',
    mentions:
      'as amended|as varied|as modified|as changed|as revised|as replaced|as supplemented|and restated from time to time|amended from time to time|replaced from time to time',
    apart:
      'under|pursuant to|in accordance with|according to|subject to|see|by virtue of|referred to in|mentioned in|described in|defined in|set out in|set forth in|specified in|listed in|provided in|required by|reference to|references to|without prejudice to|as in|after|before|following|by|with|from|for the purposes of|other than|except',
    wording:
      'word|words|sentence|phrase|text|sum|amount|figure|number|reference|wording|definition|provision|provisions|paragraph|title|heading',
    proposed:
      'propos*|suggest*|requested|request to|asks|asked|wishes|wish to|refused|rejected|declined|recommend*|says|last amended|considers|considering|intends|intend to|would like',
    despite: 'notwithstanding|despite|in derogation of|in deviation from|by way of derogation from',
  },
  asking: {
    person: "who|whom|whose|who's|by whom",
    date: "when|when's|what year|which year|what years|which years|what fiscal year|which fiscal year|what fiscal years|which fiscal years|which of the years|what quarter|which quarter|what months|which months|what days|which days|what dates|which dates|what date|which date|what day|which day|what month|which month|what century|what decade|what time|since when|until when",
    place:
      'where|what city|which city|what country|which country|what state|which state|what place|what town|what region',
    number:
      'how much|how long|how old|how far|how high|how tall|how large|how big|how fast|how deep|how wide|how heavy|what percentage|what percent|what amount|what share|what is the amount|what are the amounts|what were the amounts|what is the value|what was the value|what are the values|what were the values|what is the percentage|what is the population|what was the amount|what does … cost|what do … cost|what did … cost|what would … cost|what will … cost|what does … earn|what do … earn',
    measures:
      'age|altitude|amount|angle|area|balance|bandwidth|budget|capacity|charge|charges|cost|costs|current|density|depth|diameter|discount|distance|dosage|dose|duration|efficiency|fee|fees|fine|frequency|height|income|interest|length|limit|majority|mass|maximum|minimum|number|penalty|percentage|period|population|power|premium|pressure|price|profit|proportion|quantity|quorum|rate|ratio|rent|resistance|revenue|salary|score|share|size|speed|sum|temperature|thickness|threshold|total|turnover|value|velocity|voltage|volume|wage|weight|width|yield',
    heads: {
      weight: ['how heavy|weigh|weighs|weighed|weighing', 'weight|mass'],
      height: ['how tall|how high', 'height|altitude|elevation'],
      length: ['how long|last|lasts|take|takes', 'length|duration|term|period'],
      age: ['how old', 'age|born|year of birth|date of birth|birthday'],
      price: ['cost|costs|how expensive', 'price|prices|cost|costs|fee|fare|tariff|rate'],
      pay: ['earn|earns|paid|make|makes', 'salary|wage|wages|pay|remuneration'],
      speed: ['how fast', 'speed|velocity|pace'],
      people: [
        'how many people|how many inhabitants',
        'population|inhabitants|residents|employees|staff|headcount',
      ],
      keeper: [
        'responsible|in charge|looks after|look after|takes care|take care|handles|owns',
        'owner|responsible|responsibility|contact|manager',
      ],
      place: ['where', 'location|place|room|address|site|city'],
    },
    prices: [
      'how much|how high|how large|how expensive|what amount|what was the amount|what is the amount',
      'cost|costs|costing|price|prices|priced|fee|fees|rent|rents|salary|salaries|wage|wages|budget|pay|pays|is paid|are paid|was paid|were paid|be paid|paid for|earn|earns|earned|deposit|owe|owes|charge for|tariff|tariffs',
      'free|no charge|nothing|without charge|included|gratis|complimentary',
    ],
    frequency:
      'how often|how frequently|at what intervals|at what interval|how regularly|how many times a|how many times per|how many times each|how many times every',
    count: 'how many|what number of|what is the number of|what was the number of',
    reason:
      'why|how come|for what reason|for what reasons|what caused|what causes|what is the cause|what was the cause|what led to|what drove|what is the reason|what was the reason|what are the reasons|what were the reasons|what is the main reason|what was the main reason|what are the main reasons|what were the main reasons',
    yesNo:
      'is|are|was|were|do|does|did|has|have|had|can|could|may|must|shall|should|will|would|am|isn’t|aren’t|doesn’t|don’t',
    manner: 'how|in what way|by what means',
    other:
      'what|which|name|what is the|what are the|what is his|what is her|what is its|what is their|what is your',
    documents: [
      'which',
      'contract|contracts|agreement|agreements|lease|leases|amendment|amendments|policy|policies|loan|loans|tenancy|tenancies|NDA|NDAs',
      'document|documents|file|files|paper|papers|study|studies|article|articles|report|reports|letter|letters|filing|filings|manual|manuals|minutes|meeting|meetings|press release|press releases|invoice|invoices|data sheet|data sheets|trial|trials|offer|offers|quotation|quotations|quote|quotes|bid|bids|tender|tenders',
      'product|products|device|devices|model|models|supplier|suppliers|vendor|vendors|bidder|bidders|provider|providers|company|companies|customer|customers|client|clients|employee|employees|applicant|applicants|candidate|candidates|tenant|tenants|landlord|landlords|insurer|insurers|lender|lenders|borrower|borrowers',
    ],
    meaning: 'what is a|what is an|what are|what is',
    contents:
      'what counts as|what is considered|what is meant by|what is the meaning of|what is the definition of|define|what does … mean|what do … mean|what does … stand for|what does … refer to|what do … refer to|what does … represent|what do … represent|what does … consist of|what do … consist of|what does … include|what do … include|what does … comprise|what do … comprise|how is … defined|how are … defined|what is … defined as|what is included in|what are included in|what is excluded from|what is … composed of|what are … composed of|what is … made of',
    because:
      'because|since|due to|therefore|so that|owing to|caused by|as a result|result of|resulting from|resulted from|driven by|attributable to|attributed to|thanks to|on account of|reason|in order to',
    defining: [
      'is|are|was|were|consists of|consist of|comprises|comprise|describes|stands for|represents|represent|shall be|will be|must be',
      'means|mean|refers to|refer to|denotes|denote|includes|include|has the meaning',
    ],
    often:
      'hourly|daily|nightly|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annual|annually|biannually|semiannually|semi-annually|once|twice|thrice|times|continuously|regularly|rarely|never|always|periodically',
    each: 'every|each|per|a|an',
    moments: 'when|whenever|once|after|before|until|upon|if|unless|within|during|following|as soon as',
    numerals:
      'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|half|third|quarter|once|twice',
    derived: {
      change: [
        'change in|changes in|change between|change from|difference for|difference in|difference between|increase in|decrease in|increase from|decrease from|increase (decrease)|increase/(decrease)|increase/ (decrease)|increase / (decrease)|growth in|decline in|variance in|percentage change|percentage increase|percentage decrease|% change|by how much|increase by|increased by|decrease by|decreased by|change by|changed by',
        'change*|differ*|varian*|variation|increas*|decreas*|growth|grew|decline*|reduction*|rise|drop|movement|yoy',
        'cut|adjust*|more|less|up|down',
      ],
      average: ['average', 'averag*|avg|mean|median|typical|typically|usual|usually|normal|normally'],
      share: [
        'percentage|percent|per cent|proportion|ratio of|ratio between',
        'share|rate|majority|percent*|proportion|ratio*|per',
        'half|halves|third|thirds|quarter|quarters|fifth|fifths|tenth|tenths|times|parts',
      ],
      total: [
        'total|totals|sum of|altogether|combined',
        'total*|sum|sums|combined|altogether|aggregate*|cumulative|overall|both',
        'respectively|respective|each|compared|versus|vs',
      ],
    },
    past: 'did|was|were|had|has been|have been',
    reporting: 'the company|the corporation|the firm',
    planned:
      'will|expect|expects|expected to|expected that|expected the|is expected|are expected|expecting|is planned|are planned|plans to|plan to|planned for|is forecast|are forecast|forecast to|forecasts|intends to|intend to|is due to|are due to|scheduled for|scheduled to|targeted for|targeted to|aims to|aim to|aspires to|aspire to|hopes to|hope to|may|might',
    former:
      'former|formerly|retired|retire|retires|resigned|stepped down|previous|previously|until|left|ended|ceased|expired|predecessor',
    indirect: [
      'ask* whether|assess* whether|check* whether|clarify whether|consider* whether|decid* whether|determin* whether|establish* whether|evaluat* whether|examin* whether|explor* whether|find out whether|investigat* whether|know whether|see whether|stud* whether|test* whether|verif* whether|wonder* whether|question whether|question of whether|hypothesised that|hypothesized that|hypothesise that|hypothesize that|test* the hypothesis that|examin* the hypothesis that|clear whether|uncertain whether|unclear whether|unknown whether',
      '* whether',
      'of whether|on whether|matter whether|or',
    ],
    aims: [
      'aim|aims|aimed|purpose|objective|objectives|goal|goals|sought',
      'to analyse|to analyze|to ascertain|to assess|to characterise|to characterize|to compare|to determine|to evaluate|to examine|to explore|to find out|to investigate|to test|to verify',
    ],
    connecting:
      'about after all it she be as if also any been being both but by each even ever from get give gave having he her here his i if into its itself just let many me more most much my name named no nor not now off on one only or other our out over own same she so some such than that their them then there these they this those through to too under up us very we what when where which while who whom whose why with you your tell please say said called at and a an the of to in is are was were by with for or respectively respective do does did has have had can could may must shall should will would describe explain according described describes explains explained says names gets getting gives giving others yours accordance ones tells describing ve re ll m d s',
  },
};
