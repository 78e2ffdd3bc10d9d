/** What a refusal means, and what of its body a person reads. */
import { expect, test } from '@jest/globals';
import { refusal } from '../../src/http/explain-failure.ts';
import { serviceErrors } from '../../src/service/service-errors.ts';

test.each([
  ['{"error":"Unknown project"}', ': Unknown project)'],
  ['{"error":{"message":"Unknown project"}}', ': Unknown project)'],
  ['{"error":"Invalid","details":[{"message":"dateTo is missing"}]}', ': Invalid: dateTo is missing)'],
  [
    '{"message":"Validation Failed","errors":[{"code":"already_exists"}]}',
    ': Validation Failed: already_exists)',
  ],
  ['{"message":"Validation Failed","errors":["No such user."]}', ': Validation Failed: No such user)'],
  ['{"title":"Odd"}', ': {"title":"Odd"})'],
  ['<html><title>Blocked</title><body>Ask the firewall', ': Blocked)'],
  ['Slow down.', ': Slow down)'],
  ['', '(400 Bad Request)'],
])('of the body %s, the reason has %s', (body, words) => {
  const response = { status: 400, statusText: 'Bad Request', headers: {}, body };
  expect(refusal(response, 0, serviceErrors('read')).message).toContain(words);
});

test.each([
  [301, 'not processed', 'redirected'],
  [302, 'unknown', 'redirected'],
  [303, 'unknown', 'redirected'],
  [307, 'not processed', 'redirected'],
  [400, 'not processed', 'request-rejected'],
  [401, 'not processed', 'key-rejected'],
  [402, 'not processed', 'plan-exhausted'],
  [403, 'not processed', 'key-not-allowed'],
  [404, 'not processed', 'not-found'],
  [408, 'unknown', 'service-failed'],
  [422, 'not processed', 'request-rejected'],
  [500, 'unknown', 'service-failed'],
  [504, 'unknown', 'service-failed'],
])('a create that the service answers with %i has the outcome "%s": %s', (status, outcome, reasonCode) => {
  const response = { status, statusText: '', headers: {}, body: '' };
  expect(refusal(response, 0, serviceErrors('create'))).toMatchObject({
    kind: 'refused',
    outcome,
    code: reasonCode,
  });
});
