import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Choice, choiceOf } from '../in-page/banners/banners.js';
import { bannerWords } from './banner-words.js';

const labels: Record<string, Choice> = {
  "Continuer sans accepter et s'abonner": 'pay',
  'Continue without accepting and subscribe': 'pay',
  'Do not accept and subscribe': 'pay',
  'Ohne Zustimmung im Pur-Abo lesen': 'pay',
  'Sin aceptar y suscribirse': 'pay',
  'Senza accettare e abbonarsi': 'pay',
  'Alleen noodzakelijke, zonder tracking betalen': 'pay',
  'Reject (paid)': 'pay',
  'Ablehnen (kostenpflichtig)': 'pay',
  'Ablehnen gegen Gebühr': 'pay',
  'Refuser (offre payante)': 'pay',
  'Rechazar (de pago)': 'pay',
  'Rifiuta (a pagamento)': 'pay',
  'Rejeitar (pago)': 'pay',
  'Weigeren (betaald)': 'pay',
  'Avvisa och betala': 'pay',
  'Odrzuć i subskrybuj': 'pay',
  'Отклонить и оформить подписку': 'pay',
  'Save choices and subscribe': 'pay',
  'Reject without having to pay': 'reject',
  'Reject without a paid subscription': 'reject',
  'Reject all, free of charge': 'reject',
  'Refuser sans avoir à payer': 'reject',
  'Sin aceptar y sin suscribirse': 'reject',
  'Rifiuta senza dover pagare': 'reject',
  'Weigeren zonder een abonnement te kopen': 'reject',
  'Kostenlos ablehnen': 'reject',
  'Gebührenfrei ablehnen': 'reject',
  'Reject, no payment': 'reject',
  'Do not accept, no tracking, pay': 'pay',
  'Odrzuć bez subskrypcji': 'reject',
  'Отклонить бесплатно': 'reject',
};

describe('a label that may cost money', () => {
  for (const [label, choice] of Object.entries(labels))
    it(`${label}: ${choice}`, () => assert.equal(choiceOf(label, bannerWords), choice));
});
