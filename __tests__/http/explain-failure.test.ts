/** What of an error's body a person reads. */
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
