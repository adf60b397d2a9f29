import { describe, expect, it } from 'vitest';
import { areAskedRolesSwapped, areRolesSwapped } from './roles.ts';

describe('areRolesSwapped', () => {
  it.each([
    ['The landlord pays the tenant.', 'The tenant pays the landlord.'],
    ['Figma acquired Adobe.', 'In 2022 Adobe has agreed to acquire Figma. Adobe acquired Figma.'],
    ['Aster was acquired by Heron.', 'Heron was acquired by Aster.'],
    ['Heron acquired Aster.', 'Heron was acquired by Aster.'],
    ['The motor drives the pump.', 'The motor is driven by the pump, and the pump drives the motor.'],
    ['Heron lends money to Aster.', 'Since May Aster lends 900 euros to Heron.'],
    ['The Authority shall notify the Supplier.', '4.1 The Supplier shall promptly notify the Authority.'],
  ])('“%s” is not what “%s” says', (claim, evidence) => {
    expect(areRolesSwapped(claim, evidence)).toBe(true);
  });

  it.each([
    ['The tenant pays the landlord.', 'The tenant pays the landlord.'],
    ['The tenant pays the landlord.', 'The landlord is paid by the tenant.'],
    ['Aster acquired Heron.', 'Heron was acquired by Aster.'],
    ['Heron pays Aster.', 'Aster pays Heron, and Heron pays Aster.'],
    ['Heron met Aster.', 'Aster met Heron.'],
    ['The lake joins the canal.', 'The canal joins the lake.'],
    ['The software revenue growth was large.', 'The growth of revenue in software was large.'],
    ['Heron lends money to Aster.', 'Heron gets money from Aster.'],
    ['Heron pays Aster.', 'Aster sells pumps.'],
    ['Ines Calloway is the chair.', 'The chair is Ines Calloway.'],
  ])('“%s” may be what “%s” says', (claim, evidence) => {
    expect(areRolesSwapped(claim, evidence)).toBe(false);
  });
});

describe('areAskedRolesSwapped', () => {
  it.each([
    ['Who visited Mr Tully?', 'Mr Tully to visit Ms Devane at Sluice House.'],
    ['Who did Ms Devane visit?', 'Mr Tully visited Ms Devane.'],
    ['Whom does the landlord pay?', 'The tenant pays the landlord.'],
    ['Who was acquired by Heron?', 'Heron was acquired by Aster.'],
    ['Who may end the agreement?', 'The agreement may end the dispute.'],
  ])('“%s” is not what “%s” tells', (question, text) => {
    expect(areAskedRolesSwapped(question, text)).toBe(true);
  });

  it.each([
    ['Who visited Mr Tully?', 'Ms Devane visited Mr Tully.'],
    ['Who visited Mr Tully?', 'Mr Tully was visited by Ms Devane.'],
    ['Who visited Mr Tully?', 'Mr Tully visited Ms Devane, and Ms Devane visited Mr Tully.'],
    ['Whom did Mr Tully visit?', 'Mr Tully visited Ms Devane.'],
    ['Who was acquired by Heron?', 'Heron acquired Aster.'],
    ['Who met Mr Tully?', 'Mr Tully met Ms Devane.'],
    ['When did Mr Tully visit Ms Devane?', 'Ms Devane visited Mr Tully.'],
    ['Who is the chair?', 'The chair is Ines Calloway.'],
  ])('“%s” may be what “%s” tells', (question, text) => {
    expect(areAskedRolesSwapped(question, text)).toBe(false);
  });
});
