import { describe, expect, test } from 'vitest';
import type { Mac } from '../../sites/boards/mac.ts';
import {
  alertTopic,
  boardTopics,
  establishmentAlertTopic,
  gatewayTopic,
  parseBoardTopic,
  parseEstablishmentAlertTopic,
  topicFor,
} from './topic.ts';

const MAC = 'A4:CF:12:00:0B:01' as Mac;

describe('the topic of a board', () => {
  test.each([['message/A4:CF:12:00:0B:01'], ['emd3p/A4:CF:12:00:0B:01/message']])(
    'detects the board in %s',
    (topic) => {
      expect(parseBoardTopic(topic)).toBe(MAC);
    },
  );

  test.each([
    [''],
    ['message'],
    ['message/'],
    ['message/a4:cf:12:00:0b:01'],
    ['message/A4-CF-12-00-0B-01'],
    ['message/A4:CF:12:00:0B:01/message'],
    ['message/+'],
    ['message/#'],
    ['emd3p/message'],
    ['emd3p/A4:CF:12:00:0B:01'],
    ['emd3p/A4:CF:12:00:0B:01/messages'],
    ['/message/A4:CF:12:00:0B:01'],
    ['$SYS/broker'],
  ])('refuses %j', (topic) => {
    expect(parseBoardTopic(topic)).toBeNull();
  });

  test('refuses an alert topic as a board topic', () => {
    expect(parseBoardTopic(alertTopic('01a00000'))).toBeNull();
  });

  test('detects the establishment only in its alert topic', () => {
    const id = '01a00000-0000-7000-8000-0000000000ff';
    expect(parseEstablishmentAlertTopic(establishmentAlertTopic(id))).toBe(id);
    for (const topic of [
      'nascente/+/alert',
      `nascente/${id}/alerts`,
      `nascente/${id}`,
      `x/nascente/${id}/alert`,
    ])
      expect(parseEstablishmentAlertTopic(topic)).toBeNull();
  });

  test('returns a separate topic for each equipment', () => {
    expect(boardTopics(MAC)).toEqual(['message/A4:CF:12:00:0B:01', 'emd3p/A4:CF:12:00:0B:01/message']);
    expect(topicFor(MAC, 'emd')).toBe('message/A4:CF:12:00:0B:01');
    expect(topicFor(MAC, 'emd3p')).toBe('emd3p/A4:CF:12:00:0B:01/message');
  });
});

test('returns a separate topic for a gateway, which belongs to no board', () => {
  expect(gatewayTopic('018f7d0a')).toBe('gateway/018f7d0a/message');
  expect(parseBoardTopic(gatewayTopic('018f7d0a'))).toBeNull();
});
