/**
 * Questions of many kinds with sentences that answer and sentences that only look like it. `{firm}`, `{year}`, `{thing}`,
 * `{party}`, `{other}`, `{city}` and `{code}` are the same throughout a kind; `{n}`, `{pct}`, `{person}`, `{date}`,
 * `{days}` and `{money}` are drawn anew each time.
 */
export interface Template {
  readonly things?: readonly string[];
  readonly questions: readonly string[];
  readonly answers: readonly string[];
  readonly near: readonly string[];
}

export const templates: readonly Template[] = [
  {
    things: [
      'dividend',
      'rent',
      'premium',
      'grant',
      'bonus',
      'fee of the chair',
      'tariff',
      'donation',
      'salary of the director',
      'tax refund',
    ],
    questions: [
      'What {thing} was paid in {year}?',
      'How much was the {thing} in {year}?',
      'What was the {thing} of {firm} in {year}?',
      'What {thing} did {firm} pay for {year}?',
    ],
    answers: [
      'A {thing} of {money} was paid in {year}.',
      'In {year} the {thing} came to {money}.',
      'The {thing} for {year} was {money}.',
    ],
    near: [
      'The {thing} will next be decided in {next}.',
      'The {thing} for {last} was {money}.',
      'The board sets the {thing} each year.',
      'In {year} the board met {n} times.',
      'From {next} the {thing} will be paid monthly.',
      'The {thing} has risen since {last}.',
      'The board has {n} members, and sets the {thing}.',
    ],
  },
  {
    things: ['variance', 'energy', 'revenue', 'staff', 'traffic', 'waste', 'cost'],
    questions: [
      'How much of the {thing} is due to heating?',
      'What share of the {thing} is explained by heating?',
      'What percentage of the {thing} comes from heating?',
      'How much of the {thing} does heating account for?',
    ],
    answers: [
      'Heating accounts for {pct} per cent of the {thing}.',
      'Our model assigns {pct} per cent of the {thing} to heating and {pct} per cent to lighting.',
      'Of the {thing}, {pct}% is due to heating.',
      'Heating made up {pct}% of {thing}.',
    ],
    near: [
      'Heating was measured with {n} probes.',
      'The {thing} was {n} units in all.',
      'Lighting explains {pct}% of it.',
      'Heating is discussed in section {n}.',
      'The {thing} fell by {pct}% last year.',
    ],
  },
  {
    questions: [
      'Who are the parties to the agreement?',
      'Between whom is the contract?',
      'Which companies signed the agreement?',
    ],
    answers: [
      'This Agreement is made between {firm} Limited and {other} GmbH.',
      '{firm} Inc. and {other} Ltd enter into this contract.',
      'The parties are {firm} and {other}.',
    ],
    near: [
      'The parties shall meet once a quarter.',
      'Neither party may assign this Agreement.',
      'Notices to the parties are in writing.',
      'A party in breach shall remedy it.',
    ],
  },
  {
    questions: [
      'Where is {firm} headquartered?',
      "Where are {firm}'s headquarters?",
      'In which city is {firm} based?',
      'Where is the head office of {firm}?',
    ],
    answers: [
      'Our principal executive offices are located at {n} High Street, {city}.',
      '{firm} is headquartered in {city}.',
      'The head office of {firm} is in {city}.',
      'The company has its seat in {city}.',
    ],
    near: [
      'We have operations in all states and in {n} countries.',
      '{firm} leases {n} properties.',
      'Stores of {firm} are in shopping centres.',
      'The headquarters were renovated in {year}.',
      '{other} is headquartered in Lyon.',
    ],
  },
  {
    questions: ['Who audits {firm}?', "Who is {firm}'s auditor?", 'Which firm audited the accounts?'],
    answers: [
      '{other} & Co LLP has served as our auditor since {year}.',
      'The accounts were audited by {other} & Partners.',
      '{other} LLP, independent registered public accounting firm, audited the statements.',
    ],
    near: [
      'Fees for the audit were {money}.',
      'The auditor attends each meeting of the committee.',
      '{firm} carries out {n} internal audits a year.',
      'The audit was planned to obtain reasonable assurance.',
      'The statements in this release are not audited.',
    ],
  },
  {
    questions: [
      'When was {firm} founded?',
      'In what year was {firm} established?',
      'When was the company incorporated?',
    ],
    answers: [
      '{firm} was founded in {year} by {person}.',
      'The company was incorporated in {city} in {year}.',
      'We were established on {date}.',
    ],
    near: [
      '{firm} celebrated its anniversary with its staff.',
      'On {date} {firm} bought {other}.',
      'In {last} {firm} entered the Asian market.',
      'The foundation of {firm} supports schools.',
    ],
  },
  {
    questions: [
      'How many stores does {firm} operate?',
      'How many stores does {firm} have?',
      'What is the number of stores?',
    ],
    answers: [
      'Today {firm} operates {n} stores in {pct} states.',
      'At the end of {year} we had {n} stores.',
      '{firm} runs {n} retail stores and a website.',
    ],
    near: [
      'We plan to open {n} stores next year.',
      'Stores are on average {n} square metres large.',
      'Sales of comparable stores grew {pct}%.',
      'Each store has {n} employees on average.',
      'Operating margin of stores was {pct}%.',
    ],
  },
  {
    questions: [
      'When may the {party} end the agreement?',
      'Under what conditions can the {party} terminate?',
      'Can the {party} terminate for convenience?',
      'How much notice must the {party} give?',
    ],
    answers: [
      'The {party} may end this Agreement by not less than {days} days notice in writing.',
      'The {party} may terminate this contract if payment is {days} days late.',
      'On {days} days written notice the {party} may terminate.',
    ],
    near: [
      'The Customer may end this Agreement by {days} days notice.',
      'The {party} shall deliver within {days} days.',
      'On termination the {party} shall return all documents.',
      'Termination does not affect rights that have arisen.',
      'The {party} shall give notice of each delay.',
      'A notice must be sent by registered post.',
    ],
  },
  {
    questions: [
      'What interest is charged on late payments?',
      'What happens if payment is late?',
      'What is the interest rate on overdue amounts?',
    ],
    answers: [
      'Late payments bear interest at {pct} per cent a year.',
      'Interest of {pct}% above the base rate is due on overdue amounts.',
      'If the {party} pays late, it owes {pct} per cent interest.',
    ],
    near: [
      'Payments are made to the account of the {party}.',
      'The {party} has no interest in the shares.',
      'Invoices are due after {days} days.',
      'It is in the interest of both parties to avoid late delivery.',
    ],
  },
  {
    questions: [
      'What is the limit of liability?',
      'How is the liability of the {party} limited?',
      'Is there a cap on liability?',
    ],
    answers: [
      'The liability of the {party} is limited to {money}.',
      'In no event shall total liability exceed the fees paid in the last {n} months.',
      "Each party's liability is capped at {money} a year.",
    ],
    near: [
      'Nothing limits liability for fraud.',
      'The {party} shall insure its liability.',
      'Limits of weight are in Annex {n}.',
      'The {party} is liable for its subcontractors.',
    ],
  },
  {
    things: ['pump', 'display', 'sensor', 'router', 'alarm', 'heater'],
    questions: [
      'How do I reset the {thing}?',
      'How can the {thing} be reset?',
      'What must I do to reset the {thing}?',
    ],
    answers: [
      'To reset the {thing}, hold the button for {n} seconds.',
      'Press MENU and RESET together to reset the {thing}.',
      '- Reset the {thing} by switching the unit off and on.',
    ],
    near: [
      'Clean the {thing} once a month.',
      'The {thing} has a power of {n} W.',
      'After a reset all data are lost.',
      'Do not open the {thing}.',
      'If the {thing} fails, call the service.',
    ],
  },
  {
    questions: [
      'What does error {code} mean?',
      'What is the meaning of code {code}?',
      'The display shows {code}, why?',
    ],
    answers: [
      '{code}: the filter is blocked.',
      'Error {code} means that the water level is too low.',
      '| {code} | Sensor not connected |',
    ],
    near: [
      'E{n}: motor overheated.',
      'Errors are shown on the display.',
      '| F{n} | Door open |',
      'Note the error code before calling the service.',
    ],
  },
  {
    questions: [
      'How many participants were enrolled?',
      'What was the sample size?',
      'How many patients took part in the study?',
    ],
    answers: [
      'We enrolled {n} patients at {pct} sites.',
      'A total of {n} participants took part in the study.',
      'The sample consisted of {n} participants.',
    ],
    near: [
      'Participants were followed for {n} weeks.',
      '{pct}% of participants completed the study.',
      'The mean age of participants was {pct} years.',
      'Patients gave written consent.',
    ],
  },
  {
    things: ['Estuary Service', 'Effective Date', 'Net Leverage', 'Field Kit', 'Covered Loss', 'Working Day'],
    questions: ['What is a {thing}?', 'What does {thing} mean?', 'How is {thing} defined?'],
    answers: [
      '{thing} means a service, day or amount that Schedule {n} names.',
      '“{thing}” has the meaning given in clause {n}.',
      'A {thing} is anything that is supplied under Annex {n}.',
    ],
    near: [
      'The {thing} shall be reviewed each year.',
      'Each {thing} is recorded in the log.',
      'The {party} shall provide the {thing}.',
      'No {thing} falls within a holiday.',
    ],
  },
  {
    things: ['costs', 'sales', 'deliveries', 'complaints', 'margins'],
    questions: ['Why did {thing} rise?', 'What caused the rise of {thing}?', 'What drove {thing}?'],
    answers: [
      '{thing} rose because of higher prices of steel.',
      'The rise of {thing} was due to the strike in {city}.',
      'Higher {thing} reflect the purchase of {other}.',
    ],
    near: [
      '{thing} rose by {pct}%.',
      'We expect {thing} to fall next year.',
      'The committee reviewed {thing}.',
      'Changes in {thing} are shown in table {n}.',
    ],
  },
  {
    questions: [
      'Is {firm} involved in legal proceedings?',
      'Are there any lawsuits against {firm}?',
      'Is {firm} a party to litigation?',
    ],
    answers: [
      '{firm} is a defendant in a suit brought by {other} in {year}.',
      'We are not a party to any material legal proceedings.',
      'There are no lawsuits pending against the company.',
    ],
    near: [
      'We may become involved in legal proceedings in the future.',
      'See Legal Proceedings in note {n}.',
      'Litigation is costly, whatever its outcome.',
      'If lawsuits were brought, our business could suffer.',
    ],
  },
  {
    questions: [
      'When does the fiscal year end?',
      "When does {firm}'s fiscal year end?",
      'On what date does the financial year end?',
    ],
    answers: [
      'Our fiscal year ends on the last Saturday of January.',
      'The financial year of {firm} ends on 30 June.',
      'The fiscal year runs from 1 October to 30 September.',
    ],
    near: [
      'Fiscal {year} had {n} weeks.',
      'Sales for the fiscal year were {money}.',
      'The year ended with a record order.',
      'At the end of the year we had {n} staff.',
    ],
  },
  {
    questions: [
      'Does the warranty cover water damage?',
      'Is water damage covered?',
      'Does the insurance pay for water damage?',
    ],
    answers: [
      'Damage by water is not covered.',
      'The warranty covers damage by water and fire.',
      'Water damage is excluded from the warranty.',
    ],
    near: [
      'The warranty lasts {n} months.',
      'Keep the unit away from water.',
      'Damage must be reported within {days} days.',
      'The cover of the unit is waterproof.',
    ],
  },
  {
    questions: [
      'What was the result of the vote?',
      'How did the council vote?',
      'Was the proposal accepted?',
    ],
    answers: [
      'The proposal was accepted by {n} votes to {pct}.',
      'The council rejected the proposal on {date}.',
      'With {n} votes in favour the motion was carried.',
    ],
    near: [
      'The council will vote on {date}.',
      'Members may vote by post.',
      'The proposal was discussed at length.',
      'A proposal needs two thirds of the votes.',
    ],
  },
  {
    questions: [
      'To whom must complaints be sent?',
      'Who handles complaints?',
      'Where do I send a complaint?',
    ],
    answers: [
      'Complaints are sent to {person}, {n} Market Street, {city}.',
      '{person} handles all complaints.',
      'A complaint is addressed to the office in {city}.',
    ],
    near: [
      'We received {n} complaints in {year}.',
      'Complaints are answered within {days} days.',
      'A complaint must name the product.',
    ],
  },
];

/** Those of which every document has what looks most like an answer: a name that has the post in it, a hedge, another list, an amount. */
export const lookalikes: readonly Template[] = [
  {
    things: [
      'head gardener',
      'chief librarian',
      'lighthouse keeper',
      'town clerk',
      'night porter',
      'choir leader',
    ],
    questions: [
      'Who is the {thing} of {firm}?',
      'Who is the {thing}?',
      'What is the name of the {thing}?',
      'Who works as {thing} for {firm}?',
    ],
    answers: [
      '{person} is the {thing}.',
      'Our {thing} is {person}.',
      '{person} has been {thing} of {firm} since {year}.',
      'The {thing}, {person}, was born in {city}.',
    ],
    near: [
      '{firm} gives to the {Thing} Fund for schools.',
      'The {Thing} Trophy went to {city} in {year}.',
      'The {Thing} Prize is worth {money}.',
      '{firm} signed the {Thing} Charter for cleaner air.',
      '{person} won the {Thing} Award of {city}.',
      'What the {thing} has to do is told in annex {n}.',
      'The pay of the {thing} is set once a year.',
      'The {thing} has an office in {city}.',
    ],
  },
  {
    things: [
      'train falcons',
      'print maps',
      'rent bicycles',
      'store grain',
      'repair clocks',
      'sell timber',
      'host weddings',
      'test batteries',
    ],
    questions: [
      'Does {firm} {thing}?',
      'Do they {thing}?',
      'Will {firm} {thing}?',
      'Is it true that they {thing}?',
    ],
    answers: [
      '{firm} does not {thing}.',
      'We do not {thing}.',
      'In {city}, {firm} does {thing}.',
      '{firm} will not {thing} before {next}.',
      'They do not {thing}.',
      '{firm} never had to {thing}.',
      'No one at {firm} may {thing}.',
    ],
    near: [
      '{firm} now and then looks into whether it could {thing}, as prices allow.',
      '{firm} might {thing} one day if enough members ask for it.',
      'Were {firm} to {thing}, insurance could become dearer.',
      'If {firm} were to {thing}, its taxes would rise.',
      'The owners discuss each spring whether {firm} should {thing}.',
      'Whether to {thing} is for the board to say.',
      'Firms that {thing} need a permit in {city}.',
      '{other} may {thing}.',
    ],
  },
  {
    things: [
      'choir',
      'rescue team',
      'jury',
      'editorial office',
      'kitchen staff',
      'night shift',
      'board of {city} school',
    ],
    questions: [
      'Who belongs to the {thing} of {firm}?',
      'Who is in the {thing}?',
      'Who sits in the {thing} at {firm}?',
      'What people are part of the {thing}?',
      'Of whom is the {thing} made up?',
    ],
    answers: [
      'The {thing} of {firm} is made up of:\n\n- {people}\n- {people}\n- {people}',
      'The {thing} comprises:\n\n- {people}\n- {people}',
      'To the {thing} belong:\n\n- {people}\n- {people}\n- {people}\n- {people}',
      'Members of the {thing} at {firm}:\n\n- {person}\n- {person}\n- {person}',
      'The {thing} has these members:\n\n1. {people}\n2. {people}\n3. {people}',
    ],
    near: [
      'The {thing} meets {n} times a year.',
      'Two of the {thing} were ill in {year}.',
      'The {thing} thanks its guests.',
      'Whoever joins the {thing} brings:',
      'The hall was painted by:\n\n- {people}\n- {people}',
      'The {thing} was founded in {year}.',
    ],
  },
  {
    things: ['first-aid box', 'starter set', 'toolkit', 'welcome parcel', 'spare parts bag', 'application'],
    questions: [
      'What is in the {thing}?',
      'What belongs to the {thing}?',
      'What does the {thing} contain?',
      'Which items make up the {thing}?',
    ],
    answers: [
      'The {thing} contains:\n\n- {object}\n- {object}\n- {object}',
      'In the {thing} you find:\n\n- {object}\n- {object}',
      'The {thing} comes with the following:\n\n1. {object}\n2. {object}\n3. {object}',
      'Contents of the {thing}:\n\n- {object}\n- {object}\n- {object}\n- {object}',
      'The {thing} contains {object} and {object}.',
    ],
    near: [
      'The {thing} weighs {n} grams.',
      'Return the {thing} within {days} days.',
      'Before you open the {thing}:',
      'The {thing} is sold by {other} for {money}.',
      'Not needed are:\n\n- {object}\n- {object}',
      'Keep the {thing} in a dry place.',
    ],
  },
  {
    things: ['subscription', 'levy', 'instalment', 'school fee', 'ground rent', 'toll', 'pension'],
    questions: [
      'When is the {thing} for {year} paid?',
      'When is the {thing} due?',
      'On which day is the {thing} for {year} collected?',
      'When was the {thing} for {year} raised?',
      'By when must the {thing} be paid?',
    ],
    answers: [
      'The {thing} for {year} is due on {date}.',
      'The {thing} is collected on {date}.',
      'Members pay the {thing} by {date}.',
      'On {date} the {thing} for {year} is taken from the account.',
    ],
    near: [
      'A {thing} of {money} for {year} is added to the bill.',
      'The {thing} for {year} is {money}.',
      'The {thing} of {money} for {year} goes to the clubhouse.',
      'Once the {thing} for {year} is settled, the treasurer tells the members:',
      'As soon as the {thing} falls due, these rules hold:',
      '{n} members paid the {thing} for {year} in cash.',
      '| | {year} | {last} |\n| --- | --- | --- |\n| {Thing} paid | {n} | {n} |\n| Other payments | {n} | {n} |',
      '| | {year} | {last} |\n| --- | --- | --- |\n| {Thing} due | {money} | {money} |\n| Total | {money} | {money} |',
      'The {thing} is {pct}% higher than for {last}.',
    ],
  },
  {
    things: ['subscription', 'levy', 'ground rent', 'toll', 'road tax', 'harvest share'],
    questions: [
      'When is the {thing} for {year} collected?',
      'When will the {thing} for {year} be collected?',
      'On which day is the {thing} for {year} collected?',
    ],
    answers: [
      'The {thing} for {year} is collected on {date}.',
      'On {date} the {thing} for {year} will be collected.',
      'Collected on {date}: the {thing} for {year}.',
    ],
    near: [
      'A {thing} of {money} for {year} is collected in cash.',
      'The {thing} for {year} is collected by {person}.',
      'Of the {thing} for {year}, {money} is collected from guests.',
      'A {thing} of {money} for {year} is collected at the gate.',
      'Before the {thing} for {year} is collected, the treasurer tells the members:',
      'For {year} a {thing} of {pct}% is collected.',
      '| | {year} | {last} |\n| --- | --- | --- |\n| {Thing} collected | {n} | {n} |\n| Interest | {n} | {n} |',
    ],
  },
  {
    things: ['invoices', 'tickets', 'prizes', 'samples', 'licences', 'scholarships'],
    questions: [
      'When are the {thing} for {year} sent?',
      'When were the {thing} of {firm} for {year} sent?',
      'What day are the {thing} for {year} sent?',
    ],
    answers: [
      'The {thing} for {year} are sent on {date}.',
      '{firm} sent its {thing} for {year} on {date}.',
      'On {date} all {thing} for {year} were sent.',
    ],
    near: [
      '{thing} of {money} for {year} are sent without a stamp.',
      '{n} {thing} for {year} are sent by boat.',
      'The {thing} for {year} are sent by {person}.',
      'When the {thing} for {year} are sent, these rules hold:',
      '{firm} sent {n} {thing} for {year} to {city}.',
      'The {thing} for {year} cost {money}.',
    ],
  },
];
