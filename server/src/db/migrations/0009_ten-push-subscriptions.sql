-- A person keeps the ten browsers that subscribed last.
DELETE FROM "push_subscriptions" WHERE "endpoint" IN (
  SELECT "endpoint" FROM (
    SELECT "endpoint", row_number() OVER (PARTITION BY "user_id" ORDER BY "created_at" DESC) AS "place"
      FROM "push_subscriptions") AS "ranked"
   WHERE "place" > 10);
