// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {IPriceOracle} from "../../src/interfaces/IPriceOracle.sol";
import {OracleHandler} from "./OracleHandler.sol";

/// @notice Properties of both averages over days, in pools whose depth falls and rises.
contract OracleInvariantsTest is Test {
    uint256 internal constant SHORT = 30 minutes;
    uint256 internal constant SHORT_SLACK = 15 minutes;
    uint256 internal constant LONG = 24 hours;
    uint256 internal constant LONG_SLACK = 6 hours;

    OracleHandler internal handler;
    IPriceOracle internal oracle;
    address[2] internal tokens;

    function setUp() public {
        handler = new OracleHandler();
        oracle = handler.world();
        tokens = [handler.tokens(0), handler.tokens(1)];
        bytes4[] memory selectors = new bytes4[](9);
        (selectors[0], selectors[1], selectors[2]) =
        (OracleHandler.letHoursPass.selector, OracleHandler.letMinutesPass.selector, OracleHandler.sleep.selector);
        (selectors[3], selectors[4], selectors[5]) =
        (OracleHandler.update.selector, OracleHandler.trade.selector, OracleHandler.takeLiquidity.selector);
        (selectors[6], selectors[7]) = (OracleHandler.giveLiquidity.selector, OracleHandler.takeAndGiveBack.selector);
        selectors[8] = OracleHandler.dayAfterASleep.selector;
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_averagesAreThoseOfTheRecordOrThereIsNone();
        invariant_averagesStayWithinThePricesOfTheirWindows();
        invariant_noShortAverageReachesBackToAShallowPool();
    }

    /// @dev From the newest observation that is old enough and was made in a deep pool, or no average at all.
    function invariant_averagesAreThoseOfTheRecordOrThereIsNone() public view {
        for (uint256 i = 0; i < 2; ++i) {
            (bytes4 shortError, uint256 short) = handler.expected(i, SHORT, SHORT_SLACK);
            (bytes4 longError, uint256 long) = handler.expected(i, LONG, LONG_SLACK);
            _assertAnswer(abi.encodeCall(IPriceOracle.price, (tokens[i])), shortError, short, "price");
            _assertAnswer(abi.encodeCall(IPriceOracle.price24h, (tokens[i])), longError, long, "price24h");
            bytes4 error = shortError != 0 ? shortError : longError;
            uint256 lower = short < long ? short : long;
            _assertAnswer(abi.encodeCall(IPriceOracle.lowerPrice, (tokens[i])), error, lower, "lowerPrice");
        }
    }

    function invariant_averagesStayWithinThePricesOfTheirWindows() public view {
        for (uint256 i = 0; i < 2; ++i) {
            _assertWithin(i, abi.encodeCall(IPriceOracle.price, (tokens[i])), SHORT + SHORT_SLACK);
            _assertWithin(i, abi.encodeCall(IPriceOracle.price24h, (tokens[i])), LONG + LONG_SLACK);
        }
    }

    /// @dev A price that is quoted holds no time in which `update` saw the pool too shallow.
    function invariant_noShortAverageReachesBackToAShallowPool() public view {
        for (uint256 i = 0; i < 2; ++i) {
            (bool ok,) = address(oracle).staticcall(abi.encodeCall(IPriceOracle.price, (tokens[i])));
            if (ok) assertLe(handler.seenShallowAt(i) + SHORT, block.timestamp);
        }
    }

    function _assertAnswer(bytes memory question, bytes4 error, uint256 value, string memory name) private view {
        (bool ok, bytes memory answer) = address(oracle).staticcall(question);
        assertEq(ok, error == 0, name);
        if (!ok) assertEq(bytes32(bytes4(answer)), bytes32(error), name);
        else assertApproxEqAbs(abi.decode(answer, (uint256)), value, 2, name);
    }

    function _assertWithin(uint256 i, bytes memory question, uint256 duration) private view {
        (bool ok, bytes memory answer) = address(oracle).staticcall(question);
        if (!ok) return;
        (uint256 low, uint256 high) = handler.rangeWithin(i, duration);
        assertGe(abi.decode(answer, (uint256)) + 2, low);
        assertLe(abi.decode(answer, (uint256)), high + 2);
    }
}
