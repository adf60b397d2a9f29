/** Claims beside evidence, true and false, made from templates with a seed: by language and by what was changed. */
export interface MadeClaim {
  readonly language: string;
  readonly kind: string;
  readonly claim: string;
  readonly evidence: string;
  readonly isTrue: boolean;
}

type Template = readonly [
  kind: string,
  evidence: string,
  claims: readonly string[],
  falsehoods: readonly string[],
];

interface Language {
  readonly subjects: readonly string[];
  readonly templates: readonly Template[];
}

/** `{s}` and `{o}` are subjects, `{n}` and `{m}` numbers, `{d}` and `{e}` days of a month. */
const languages: Readonly<Record<string, Language>> = {
  en: {
    subjects: ['tenant', 'supplier', 'operator', 'library', 'carrier', 'insurer', 'trustee', 'clinic'],
    templates: [
      [
        'exception',
        'The policy of the {s} covers every damage except frost damage.',
        ['The {s} has a policy that covers every damage except by frost.'],
        ['The policy of the {s} covers frost damage.', 'The policy of the {s} covers every damage.'],
      ],
      [
        'condition',
        'The {s} may sublet the store only if the {o} agrees.',
        ['If the {o} agrees, the {s} may sublet the store.'],
        ['The {s} may sublet the store.'],
      ],
      [
        'condition',
        'If the contract of the {s} was terminated, the deposit is kept.',
        ['The deposit is kept if the contract of the {s} was terminated.'],
        ['The contract of the {s} was terminated.'],
      ],
      [
        'denial',
        'Critics deny that the filter of the {s} removes lead.',
        ['Critics deny that lead is removed in the filter of the {s}.'],
        ['The filter of the {s} removes lead.'],
      ],
      [
        'denial',
        'The {s} met the auditors of the fund.',
        ['The auditors of the fund met the {s}.'],
        [
          'It is false that the {s} met the auditors of the fund.',
          'The {s} never met the auditors of the fund.',
        ],
      ],
      [
        'attribution',
        'The {o} claims that the {s} lost the file.',
        ['According to the {o}, the {s} lost the file.'],
        ['The {s} lost the file.'],
      ],
      [
        'quantity',
        'The {s} has {n} employees and {m} trucks.',
        ['The {s} has {m} trucks and {n} employees.', 'There are {n} employees at the {s}.'],
        ['The {s} has {x} employees.', 'The {s} has {m} employees and {n} trucks.'],
      ],
      [
        'unit',
        'The {s} stores the goods for {n} days.',
        ['For {n} days the {s} stores the goods.'],
        ['The {s} stores the goods for {n} months.', 'The {s} stores the goods for {n} weeks.'],
      ],
      [
        'date',
        'The {s} pays {e} euros on {d} May.',
        ['On May {d} the {s} pays {e} euros.', 'On the {d}th of May {e} euros are paid by the {s}.'],
        ['The {s} pays {e} euros on {e} May.', 'The {s} pays {e} euros on {d} June.'],
      ],
      [
        'name',
        'The accounts of the {s} are audited by Heron Partners in Dublin.',
        ['In Dublin, Heron Partners audit the accounts of the {s}.'],
        [
          'The accounts of the {s} are audited by Plover Partners in Dublin.',
          'The accounts of the {s} are audited by Heron Partners in Oslo.',
        ],
      ],
      [
        'role',
        'The {s} pays the {o} a fee.',
        ['The {o} is paid a fee by the {s}.', 'A fee is what the {s} pays the {o}.'],
        ['The {o} pays the {s} a fee.'],
      ],
      [
        'role',
        'The {s} may inspect the books of the {o}.',
        ['The {s} is allowed to inspect the books of the {o}.'],
        ['The {o} may inspect the books of the {s}.'],
      ],
      [
        'negation',
        'The {s} does not clean the roof.',
        ['The roof is not cleaned by the {s}.', 'The {s} never has to clean the roof.'],
        ['The {s} cleans the roof.'],
      ],
      [
        'quantifier',
        'Some customers of the {s} receive a rebate.',
        ['A rebate goes to some customers of the {s}.'],
        ['All customers of the {s} receive a rebate.', 'No customers of the {s} receive a rebate.'],
      ],
      [
        'modality',
        'The {s} may renew the licence.',
        ['The {s} is permitted to renew the licence.', 'The {s} can renew the licence.'],
        ['The {s} must renew the licence.', 'The {s} renews the licence.'],
      ],
      [
        'comparison',
        'Costs of the {s} increased by {n} percent.',
        ['Costs rose by {n} % at the {s}.'],
        ['Costs of the {s} decreased by {n} percent.'],
      ],
      [
        'bound',
        'The {s} keeps at least {n} copies.',
        ['At least {n} copies are kept by the {s}.', 'The {s} keeps no fewer than {n} copies.'],
        ['The {s} keeps at most {n} copies.', 'The {s} keeps more than {n} copies.'],
      ],
      [
        'inclusion',
        'The price of the {s} includes delivery.',
        ['Delivery is included in the price of the {s}.'],
        ['The price of the {s} excludes delivery.'],
      ],
      [
        'period',
        'The {s} pays a monthly charge of {n} euros.',
        ['The {s} pays a charge of {n} euros each month.'],
        ['The {s} pays an annual charge of {n} euros.'],
      ],
      [
        'time',
        'The {s} returns the keys within {n} days of the sale.',
        ['Within {n} days of the sale the {s} returns the keys.'],
        ['The {s} returns the keys after {n} days of the sale.'],
      ],
      [
        'multiple',
        'The {s} inspects the pumps every year.',
        ['Every year the {s} inspects the pumps.'],
        ['The {s} inspects the pumps twice every year.'],
      ],
    ],
  },
  de: {
    subjects: ['Mieter', 'Lieferant', 'Betreiber', 'Verein', 'Händler', 'Verlag'],
    templates: [
      [
        'exception',
        'Die Police deckt jeden Schaden außer Frostschaden, sagt der Vertrag.',
        ['Laut Vertrag deckt die Police jeden Schaden außer Frostschaden.'],
        ['Die Police deckt Frostschaden, sagt der Vertrag.'],
      ],
      [
        'condition',
        'Der {s} darf das Lager untervermieten, wenn der Bürgermeister zustimmt.',
        ['Wenn der Bürgermeister zustimmt, darf der {s} das Lager untervermieten.'],
        ['Der {s} darf das Lager untervermieten.'],
      ],
      [
        'denial',
        'Kritiker bestreiten, dass das Filter Blei entfernt.',
        ['Dass das Filter Blei entfernt, bestreiten Kritiker.'],
        ['Das Filter entfernt Blei.'],
      ],
      [
        'quantity',
        'Der {s} hat {n} Angestellte und {m} Wagen.',
        ['Der {s} hat {m} Wagen und {n} Angestellte.'],
        ['Der {s} hat {x} Angestellte.', 'Der {s} hat {m} Angestellte und {n} Wagen.'],
      ],
      [
        'unit',
        'Der {s} lagert die Ware {n} Tage.',
        ['{n} Tage lagert der {s} die Ware.'],
        ['Der {s} lagert die Ware {n} Monate.'],
      ],
      [
        'date',
        'Der {s} zahlt am {d}. Mai {e} Euro.',
        ['Am {d}. Mai zahlt der {s} {e} Euro.'],
        ['Der {s} zahlt am {e}. Mai {e} Euro.', 'Der {s} zahlt am {d}. Juni {e} Euro.'],
      ],
      [
        'negation',
        'Der {s} reinigt das Dach nicht.',
        ['Das Dach reinigt der {s} nicht.'],
        ['Der {s} reinigt das Dach.'],
      ],
      [
        'quantifier',
        'Einige Kunden vom {s} erhalten Rabatt.',
        ['Rabatt erhalten einige Kunden vom {s}.'],
        ['Alle Kunden vom {s} erhalten Rabatt.'],
      ],
      [
        'modality',
        'Der {s} kann die Lizenz verlängern.',
        ['Die Lizenz kann der {s} verlängern.'],
        ['Der {s} muss die Lizenz verlängern.'],
      ],
      [
        'comparison',
        'Die Kosten stiegen um {n} Prozent.',
        ['Um {n} % stiegen die Kosten.'],
        ['Die Kosten sanken um {n} Prozent.'],
      ],
      [
        'bound',
        'Der {s} bewahrt mindestens {n} Kopien auf.',
        ['Mindestens {n} Kopien bewahrt der {s} auf.'],
        ['Der {s} bewahrt höchstens {n} Kopien auf.'],
      ],
      [
        'period',
        'Der {s} zahlt monatlich {n} Euro.',
        ['Jeden Monat zahlt der {s} {n} Euro.'],
        ['Der {s} zahlt jährlich {n} Euro.'],
      ],
    ],
  },
  fr: {
    subjects: ['locataire', 'fournisseur', 'transporteur', 'syndic', 'notaire', 'musée'],
    templates: [
      [
        'exception',
        'Le contrat couvre tous les dégâts sauf le gel.',
        ['Tous les dégâts sauf le gel : voilà ce que couvre le contrat.'],
        ['Le contrat couvre le gel.', 'Le contrat couvre tous les dégâts.'],
      ],
      [
        'condition',
        'Le {s} peut sous-louer le dépôt si le maire accepte.',
        ['Si le maire accepte, le {s} peut sous-louer le dépôt.'],
        ['Le {s} peut sous-louer le dépôt.'],
      ],
      [
        'attribution',
        'Selon ses rivaux, le {s} a perdu le dossier.',
        ['Le {s} a perdu le dossier, selon ses rivaux.'],
        ['Le {s} a perdu le dossier.'],
      ],
      [
        'quantity',
        'Le {s} a {n} employés et {m} camions.',
        ['Le {s} a {m} camions et {n} employés.'],
        ['Le {s} a {x} employés.', 'Le {s} a {m} employés et {n} camions.'],
      ],
      [
        'unit',
        'Le {s} garde les biens {n} jours.',
        ['Pendant {n} jours le {s} garde les biens.'],
        ['Le {s} garde les biens {n} mois.'],
      ],
      [
        'date',
        'Le {s} paie {e} euros le {d} mai.',
        ['Le {d} mai, le {s} paie {e} euros.'],
        ['Le {s} paie {e} euros le {e} mai.', 'Le {s} paie {e} euros le {d} juin.'],
      ],
      [
        'negation',
        'Le {s} ne nettoie pas le toit.',
        ['Le toit, le {s} ne le nettoie pas.'],
        ['Le {s} nettoie le toit.'],
      ],
      [
        'quantifier',
        'Certains clients du {s} reçoivent un rabais.',
        ['Un rabais est reçu de certains clients du {s}.'],
        ['Tous les clients du {s} reçoivent un rabais.'],
      ],
      [
        'modality',
        'Le {s} peut renouveler la licence.',
        ['La licence, le {s} peut la renouveler.'],
        ['Le {s} doit renouveler la licence.'],
      ],
      [
        'comparison',
        'Les coûts ont augmenté de {n} %.',
        ['De {n} pour cent les coûts ont augmenté.'],
        ['Les coûts ont diminué de {n} %.'],
      ],
      [
        'bound',
        'Le {s} garde au moins {n} copies.',
        ['Au moins {n} copies, le {s} les garde.'],
        ['Le {s} garde au plus {n} copies.'],
      ],
      [
        'period',
        'Le {s} paie {n} euros par mois.',
        ['Chaque mois le {s} paie {n} euros.'],
        ['Le {s} paie {n} euros par an.'],
      ],
    ],
  },
  zh: {
    subjects: ['租客', '供应商', '图书馆', '保险公司', '经销商', '运营商'],
    templates: [
      [
        'condition',
        '如果房东同意，{s}可以转租仓库。',
        ['{s}可以转租仓库，只要房东同意。'],
        ['{s}可以转租仓库。'],
      ],
      ['attribution', '对手声称{s}丢失了文件。', ['{s}丢失了文件，这是对手声称的。'], ['{s}丢失了文件。']],
      [
        'quantity',
        '{s}有{n}名员工和{m}辆卡车。',
        ['{s}有{m}辆卡车和{n}名员工。'],
        ['{s}有{x}名员工。', '{s}有{m}名员工和{n}辆卡车。'],
      ],
      [
        'unit',
        '{s}保管货物{n}天。',
        ['货物由{s}保管{n}天。'],
        ['{s}保管货物{n}年。', '{s}保管货物{n}小时。'],
      ],
      [
        'date',
        '{s}于5月{d}日支付{e}元。',
        ['5月{d}日{s}支付{e}元。'],
        ['{s}于5月{e}日支付{e}元。', '{s}于6月{d}日支付{e}元。'],
      ],
      ['negation', '{s}不清洁屋顶。', ['屋顶{s}不清洁。'], ['{s}清洁屋顶。']],
      ['quantifier', '{s}的部分客户得到折扣。', ['得到折扣的是{s}的部分客户。'], ['{s}的所有客户得到折扣。']],
      ['modality', '{s}可以续签许可证。', ['许可证{s}可以续签。'], ['{s}必须续签许可证。']],
      ['comparison', '{s}的成本增加了{n}%。', ['成本增加了{n}%，这是{s}的成本。'], ['{s}的成本减少了{n}%。']],
      ['bound', '{s}至少保留{n}份副本。', ['{s}保留至少{n}份副本。'], ['{s}最多保留{n}份副本。']],
      ['period', '{s}每月支付{n}元。', ['每个月{s}支付{n}元。'], ['{s}每年支付{n}元。']],
    ],
  },
  ar: {
    subjects: ['المستأجر', 'المورد', 'الناقل', 'الناشر', 'التاجر', 'المشغل'],
    templates: [
      [
        'condition',
        'يجوز أن يؤجر {s} المخزن إذا وافق المالك.',
        ['إذا وافق المالك يجوز أن يؤجر {s} المخزن.'],
        ['يجوز أن يؤجر {s} المخزن.'],
      ],
      ['quantity', 'لدى {s} {n} موظفا وعددها {m} شاحنة.', ['لدى {s} {n} موظفا.'], ['لدى {s} {x} موظفا.']],
      [
        'date',
        'يدفع {s} {e} دولار في {d} مايو.',
        ['في {d} مايو يدفع {s} {e} دولار.'],
        ['يدفع {s} {e} دولار في {e} مايو.', 'يدفع {s} {e} دولار في {d} يونيو.'],
      ],
      ['negation', 'لا ينظف {s} السقف.', ['السقف لا ينظف {s}.'], ['ينظف {s} السقف.']],
      ['modality', 'يجوز أن يجدد {s} الرخصة.', ['الرخصة يجوز أن يجدد {s}.'], ['يجب أن يجدد {s} الرخصة.']],
      [
        'comparison',
        'ارتفعت تكاليف {s} بنسبة {n} في المئة.',
        ['تكاليف {s} ارتفعت بنسبة {n}٪.'],
        ['انخفضت تكاليف {s} بنسبة {n} في المئة.'],
      ],
      [
        'bound',
        'يحتفظ {s} بما لا يقل عن {n} نسخة.',
        ['يحتفظ {s} بما لا يقل عن {n} نسخة.'],
        ['يحتفظ {s} بما لا يزيد عن {n} نسخة.'],
      ],
    ],
  },
};

/** `rounds` times each template, with other subjects and numbers each time. */
export function makeClaims({
  seed,
  rounds,
}: {
  readonly seed: number;
  readonly rounds: number;
}): MadeClaim[] {
  let state = seed;
  const draw = (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const made: MadeClaim[] = [];
  for (const [language, { subjects, templates }] of Object.entries(languages)) {
    for (const [kind, evidence, claims, falsehoods] of Array.from(
      { length: rounds },
      () => templates,
    ).flat()) {
      const first = draw(subjects.length);
      const [n, d] = [21 + draw(30), 11 + draw(3)];
      const values: Readonly<Record<string, string | number>> = {
        s: subjects[first]!,
        o: subjects[(first + 1 + draw(subjects.length - 1)) % subjects.length]!,
        n,
        m: n + 31 + draw(20),
        x: n + 101 + draw(50),
        d,
        e: d + 4 + draw(3),
      };
      const fill = (text: string) => text.replaceAll(/\{(\w)\}/g, (_, name: string) => String(values[name]));
      const add = (texts: readonly string[], isTrue: boolean) => {
        for (const text of texts)
          made.push({ language, kind, claim: fill(text), evidence: fill(evidence), isTrue });
      };
      add(claims, true);
      add(falsehoods, false);
    }
  }
  return made;
}
