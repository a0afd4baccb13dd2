-- What is said of closed weeks stands (modules/pod-power, modules/dividends, modules/results).
CREATE TRIGGER pod_purchase_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON pod_purchase
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER pod_close_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON pod_close
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dividend_income_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON dividend_income
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dividend_week_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON dividend_week
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER dividend_prize_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON dividend_prize
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER weekly_result_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON weekly_result
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER weekly_result_posted_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON weekly_result_posted
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
