/** What a thing has, as it is asked for, as a column or a field is headed, and as a sentence tells it. */
export interface Attribute {
  readonly questions: readonly string[];
  readonly columns: readonly string[];
  readonly sentences: readonly string[];
  readonly value: string;
}

/** Things of a kind with what a table may tell of them: most tables lack what somebody asks for. */
export interface Catalogue {
  readonly noun: string;
  readonly things: readonly string[];
  readonly attributes: readonly Attribute[];
}

export const catalogues: readonly Catalogue[] = [
  {
    noun: 'Product',
    things: [
      'Marlin drill',
      'Otter lamp',
      'Corvo kettle',
      'Tundra tent',
      'Fennec stove',
      'Basilisk pump',
      'Heron scale',
      'Lynx camera',
      'Sable printer',
      'Ibex ladder',
    ],
    attributes: [
      {
        questions: [
          'How heavy is the {thing}?',
          'What does the {thing} weigh?',
          'What is the weight of the {thing}?',
        ],
        columns: ['Weight (kg)', 'Mass', 'Weight'],
        sentences: ['The {thing} weighs {value}.', 'At {value}, the {thing} is easy to carry.'],
        value: '{n} g',
      },
      {
        questions: [
          'How much does the {thing} cost?',
          'What is the price of the {thing}?',
          'What do I pay for a {thing}?',
        ],
        columns: ['Price', 'List price', 'Cost'],
        sentences: ['The {thing} costs {value}.', 'The {thing} sells for {value}.'],
        value: '{money}',
      },
      {
        questions: ['How long is the {thing}?', 'What length does the {thing} have?'],
        columns: ['Length (cm)', 'Length', 'Overall length'],
        sentences: ['The {thing} is {value} long.', 'From end to end the {thing} measures {value}.'],
        value: '{n} cm',
      },
      {
        questions: [
          'Who makes the {thing}?',
          'Who is the manufacturer of the {thing}?',
          'Which company builds the {thing}?',
        ],
        columns: ['Maker', 'Manufacturer', 'Made by'],
        sentences: ['The {thing} is made by {value}.', '{value} builds the {thing}.'],
        value: '{company}',
      },
      {
        questions: [
          'When was the {thing} introduced?',
          'Since when is the {thing} sold?',
          'What year did the {thing} come out?',
        ],
        columns: ['Introduced', 'Launch', 'On sale since'],
        sentences: ['The {thing} came on the market in {value}.', 'In {value} the {thing} was introduced.'],
        value: '{someYear}',
      },
      {
        questions: ['What colour is the {thing}?', 'Which colours does the {thing} come in?'],
        columns: ['Colour', 'Finish'],
        sentences: ['The {thing} is {value}.', 'You can have the {thing} in {value}.'],
        value: '{colour}',
      },
      {
        questions: [
          'How long does the battery of the {thing} last?',
          'What is the battery life of the {thing}?',
        ],
        columns: ['Battery life', 'Battery (h)', 'Runtime'],
        sentences: [
          'One charge of the {thing} lasts {value}.',
          'The battery of the {thing} holds for {value}.',
        ],
        value: '{n} h',
      },
      {
        questions: [
          'How long is the guarantee on the {thing}?',
          'For how long is the {thing} under warranty?',
        ],
        columns: ['Warranty', 'Guarantee (months)'],
        sentences: [
          'The {thing} has a guarantee of {value}.',
          'For {value} the {thing} is repaired free of charge.',
        ],
        value: '{n} months',
      },
    ],
  },
  {
    noun: 'Station',
    things: [
      'Arlen Moor',
      'Brock Ness',
      'Caldera Point',
      'Dorn Valley',
      'Estwick Pier',
      'Fairlea',
      'Granvik Fell',
      'Holm Sound',
    ],
    attributes: [
      {
        questions: [
          'How high is {thing}?',
          'What is the elevation of {thing}?',
          'At what altitude does {thing} lie?',
        ],
        columns: ['Elevation (m)', 'Height', 'Altitude'],
        sentences: ['{thing} lies {value} above the sea.', '{thing} has an elevation of {value}.'],
        value: '{n} m',
      },
      {
        questions: [
          'How many people live in {thing}?',
          'What is the population of {thing}?',
          'How many inhabitants has {thing}?',
        ],
        columns: ['Population', 'Inhabitants', 'Residents'],
        sentences: ['{thing} has {value} inhabitants.', '{value} people live in {thing}.'],
        value: '{thousands}',
      },
      {
        questions: [
          'When was {thing} founded?',
          'How old is {thing}?',
          'In which year was {thing} established?',
        ],
        columns: ['Founded', 'Established', 'Year of foundation'],
        sentences: ['{thing} was founded in {value}.', 'The history of {thing} begins in {value}.'],
        value: '{someYear}',
      },
      {
        questions: ['Who is the mayor of {thing}?', 'Who heads {thing}?', 'Who runs {thing}?'],
        columns: ['Mayor', 'Head', 'Run by'],
        sentences: ['The mayor of {thing} is {value}.', '{value} has headed {thing} since {someYear}.'],
        value: '{person}',
      },
      {
        questions: ['How much rain falls in {thing}?', 'What is the yearly rainfall of {thing}?'],
        columns: ['Rainfall (mm)', 'Precipitation', 'Rain a year'],
        sentences: [
          'In {thing} {value} of rain fall in a year.',
          'Precipitation in {thing} amounts to {value}.',
        ],
        value: '{n} mm',
      },
      {
        questions: ['How far is {thing} from the coast?', 'What is the distance from {thing} to the sea?'],
        columns: ['Distance to the sea', 'From the coast (km)'],
        sentences: ['{thing} is {value} from the sea.', 'From {thing} to the coast it is {value}.'],
        value: '{n} km',
      },
      {
        questions: ['How warm does it get in {thing}?', 'What is the highest temperature in {thing}?'],
        columns: ['Highest temperature', 'Maximum (°C)'],
        sentences: ['Temperatures in {thing} reach {value}.', 'The warmest day in {thing} had {value}.'],
        value: '{n} °C',
      },
    ],
  },
  {
    noun: 'Plan',
    things: [
      'Basic plan',
      'Harbour plan',
      'Family tariff',
      'Student tariff',
      'Silver policy',
      'Team licence',
      'Coral account',
      'Junior account',
    ],
    attributes: [
      {
        questions: [
          'What does the {thing} cost a month?',
          'How much is the {thing}?',
          'What is the monthly fee of the {thing}?',
        ],
        columns: ['Monthly fee', 'Price a month', 'Fee'],
        sentences: ['The {thing} costs {value} a month.', 'For the {thing} we charge {value}.'],
        value: '{money}',
      },
      {
        questions: ['How many users does the {thing} allow?', 'How many people may use the {thing}?'],
        columns: ['Users', 'Seats', 'People'],
        sentences: ['With the {thing} {value} may sign in.', 'The {thing} is for up to {value}.'],
        value: '{n} users',
      },
      {
        questions: [
          'How can the {thing} be cancelled?',
          'What notice does the {thing} need?',
          'When can I cancel the {thing}?',
        ],
        columns: ['Notice', 'Cancellation'],
        sentences: [
          'The {thing} can be cancelled with {value} notice.',
          'To end the {thing}, tell us {value} before.',
        ],
        value: '{days} days',
      },
      {
        questions: ['How much storage does the {thing} have?', 'What space comes with the {thing}?'],
        columns: ['Storage', 'Space (GB)', 'Capacity'],
        sentences: ['The {thing} comes with {value} of storage.', 'On the {thing} you can keep {value}.'],
        value: '{n} GB',
      },
      {
        questions: [
          'Is support included in the {thing}?',
          'What support does the {thing} have?',
          'Does the {thing} include support?',
        ],
        columns: ['Support', 'Help desk'],
        sentences: ['The {thing} includes support {value}.', 'Support on the {thing} is given {value}.'],
        value: '{support}',
      },
      {
        questions: ['What interest does the {thing} pay?', 'What is the interest rate of the {thing}?'],
        columns: ['Interest', 'Rate', 'Interest rate'],
        sentences: ['The {thing} pays {value} a year.', 'Interest on the {thing} is {value}.'],
        value: '{pct}%',
      },
      {
        questions: ['Who can apply for the {thing}?', 'Who is the {thing} for?', 'Who may take the {thing}?'],
        columns: ['Open to', 'For', 'Eligible'],
        sentences: ['The {thing} is open to {value}.', 'Only {value} can take the {thing}.'],
        value: '{group}',
      },
    ],
  },
  {
    noun: 'Compound',
    things: [
      'velorin',
      'castanol',
      'dimetrope',
      'feruzine',
      'oxapril-D',
      'lumatide',
      'perinox',
      'sulvecaine',
    ],
    attributes: [
      {
        questions: [
          'What is the dose of {thing}?',
          'How much {thing} is given?',
          'What dosage of {thing} was used?',
        ],
        columns: ['Dose', 'Dosage (mg)', 'Daily dose'],
        sentences: ['Patients took {value} of {thing} a day.', '{thing} is given at {value}.'],
        value: '{n} mg',
      },
      {
        questions: ['What is the half-life of {thing}?', 'How long does {thing} stay in the blood?'],
        columns: ['Half-life (h)', 'Half-life'],
        sentences: ['{thing} has a half-life of {value}.', 'Half of {thing} is gone after {value}.'],
        value: '{n} h',
      },
      {
        questions: ['How many patients received {thing}?', 'What was the number of patients on {thing}?'],
        columns: ['Patients', 'n', 'Participants'],
        sentences: ['{value} patients received {thing}.', 'The {thing} group had {value} patients.'],
        value: '{n}',
      },
      {
        questions: ['What side effects does {thing} have?', 'Which adverse events were seen with {thing}?'],
        columns: ['Side effects', 'Adverse events'],
        sentences: [
          '{thing} often causes {value}.',
          'Among those on {thing}, {value} was the most frequent complaint.',
        ],
        value: '{effect}',
      },
      {
        questions: [
          'At what temperature must {thing} be stored?',
          'How is {thing} stored?',
          'How cold should {thing} be kept?',
        ],
        columns: ['Storage', 'Keep at (°C)'],
        sentences: ['{thing} is kept at {value}.', 'Store {thing} below {value}.'],
        value: '{n} °C',
      },
      {
        questions: ['What is the molecular weight of {thing}?', 'What is the molar mass of {thing}?'],
        columns: ['Molar mass', 'Molecular weight (g/mol)'],
        sentences: ['{thing} has a molar mass of {value}.', 'The molecular weight of {thing} is {value}.'],
        value: '{n} g/mol',
      },
      {
        questions: [
          'By how much did {thing} lower blood pressure?',
          'What effect had {thing} on blood pressure?',
        ],
        columns: ['Change in blood pressure', 'Fall in pressure (mmHg)'],
        sentences: [
          'Blood pressure fell by {value} with {thing}.',
          '{thing} lowered blood pressure by {value}.',
        ],
        value: '{n} mmHg',
      },
    ],
  },
  {
    noun: 'Employee',
    things: [
      'Dr. Renfield',
      'Ms. Abara',
      'Mr. Tollan',
      'Prof. Sund',
      'Ms. Iversen',
      'Mr. Quist',
      'Dr. Castellan',
      'Mrs. Dray',
    ],
    attributes: [
      {
        questions: ['What does {thing} earn?', 'What is the salary of {thing}?', 'How much is {thing} paid?'],
        columns: ['Salary', 'Pay', 'Remuneration'],
        sentences: ['{thing} earns {value} a year.', 'The salary of {thing} is {value}.'],
        value: '{money}',
      },
      {
        questions: ['How old is {thing}?', 'What age is {thing}?', 'When was {thing} born?'],
        columns: ['Born', 'Date of birth'],
        sentences: ['{thing} was born in {value}.', 'Born in {value}, {thing} studied law.'],
        value: '{someYear}',
      },
      {
        questions: ['When did {thing} join the company?', 'Since when does {thing} work here?'],
        columns: ['Joined', 'Since', 'Start'],
        sentences: ['{thing} joined in {value}.', 'Since {value} {thing} has worked for us.'],
        value: '{someYear}',
      },
      {
        questions: ['What is the phone number of {thing}?', 'How can I reach {thing} by telephone?'],
        columns: ['Phone', 'Telephone', 'Extension'],
        sentences: ['{thing} can be called on {value}.', 'The extension of {thing} is {value}.'],
        value: '{n} {n}',
      },
      {
        questions: [
          'Where is the office of {thing}?',
          'In which room does {thing} work?',
          'Where can I find {thing}?',
        ],
        columns: ['Room', 'Office', 'Location'],
        sentences: ['The office of {thing} is in {value}.', '{thing} sits in {value}.'],
        value: 'room {n}',
      },
      {
        questions: ['How many shares does {thing} own?', 'What is the shareholding of {thing}?'],
        columns: ['Shares held', 'Shares', 'Holding'],
        sentences: ['{thing} holds {value} shares.', 'On that day {thing} owned {value} shares.'],
        value: '{thousands}',
      },
      {
        questions: ['Which committee does {thing} sit on?', 'Of which committee is {thing} a member?'],
        columns: ['Committee', 'Committees'],
        sentences: ['{thing} is a member of {value}.', '{thing} was elected to {value}.'],
        value: 'the {committee}',
      },
    ],
  },
];
