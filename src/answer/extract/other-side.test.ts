import { expect, it } from 'vitest';
import { saysOfOtherSide } from './other-side.ts';

const sides = {
  en: ['Landlord', 'Tenant', 'Employer', 'Employee'],
  de: ['Vermieter', 'Mieter'],
  fr: ['Bailleur', 'Locataire'],
  es: ['Arrendador', 'Inquilino'],
};
const heating = 'does the tenant pay for heating?';
const heizung = 'trägt der Mieter die Heizkosten?';

it.each([
  ['en', heating, '4. The Landlord pays for heating.'],
  ['en', heating, 'The Landlord shall pay for heating; the Tenant pays for electricity.'],
  ['en', heating, 'Heating is paid for by the Landlord.'],
  ['en', 'tenants may sublet', 'The Landlord may sublet the other flats.'],
  ['de', heizung, 'Der Vermieter trägt die Heizkosten.'],
  ['de', heizung, 'Die Heizkosten werden vom Vermieter getragen.'],
  ['fr', 'le locataire paie-t-il le chauffage ?', 'Le chauffage est payé par le Bailleur.'],
  ['es', '¿paga el inquilino la calefacción?', 'El Arrendador paga la calefacción.'],
] as const)('what another party does is not asked: %s, %s %s', (language, asked, text) => {
  expect(saysOfOtherSide(asked, text, sides[language], language)).toBe(true);
});

it.each([
  ['en', heating, 'The Tenant shall pay for heating.'],
  ['en', heating, 'The Landlord supplies heating; the Tenant pays for it.'],
  ['en', heating, 'Heating is supplied by the Landlord and paid for by the Tenant.'],
  ['en', heating, 'The Tenant pays the Landlord for heating.'],
  ['en', 'may the tenant sublet?', 'Subletting is allowed with the consent of the Landlord.'],
  ['en', 'does the employee receive a car?', 'The Employer provides a car.'],
  ['en', 'is heating included?', 'The Landlord pays for heating.'],
  ['en', heating, 'Signed by the Landlord.'],
  ['de', heizung, 'Der Mieter trägt die Heizkosten, der Vermieter die Grundsteuer.'],
  ['es', '¿paga el inquilino la calefacción?', 'La calefacción la paga el inquilino.'],
] as const)('what the party asked about may do is: %s, %s %s', (language, asked, text) => {
  expect(saysOfOtherSide(asked, text, sides[language], language)).toBe(false);
});
