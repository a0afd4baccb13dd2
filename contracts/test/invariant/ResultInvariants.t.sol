// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {ResultRegistry} from "../../src/ResultRegistry.sol";
import {IResultRegistry} from "../../src/interfaces/IResultRegistry.sol";
import {EventCounts} from "../support/EventCounts.sol";

/// @notice Attesters and strangers, posting what they like; a plain record of what was posted first.
contract ResultHandler is EventCounts {
    uint256 internal constant WEEKS = 6;
    address public immutable admin = makeAddr("admin");
    ResultRegistry public immutable registry;
    address public attester = makeAddr("attester 0");
    mapping(bytes32 kind => mapping(uint256 week => bytes32 hash)) public first;
    mapping(bytes32 kind => mapping(uint256 week => address attester)) public firstBy;
    uint256 public replaced;
    bytes32[] public releases;

    constructor() {
        vm.warp(1_795_651_200);
        registry = new ResultRegistry(admin, attester);
    }

    function post(uint256 week, uint256 hash, bool nodes) external counted {
        bytes32 kind = nodes ? bytes32("nodes") : bytes32("dividends");
        (week, hash) = (week % WEEKS, hash % 3 + 1);
        vm.prank(attester);
        try registry.postResult(kind, week, bytes32(hash)) {
            if (first[kind][week] == 0) (first[kind][week], firstBy[kind][week]) = (bytes32(hash), attester);
            else if (first[kind][week] != bytes32(hash)) replaced += 1;
        } catch (bytes memory reason) {
            assertEq(bytes4(reason), IResultRegistry.ResultStands.selector);
            assertTrue(first[kind][week] != 0 && first[kind][week] != bytes32(hash));
        }
    }

    function postAsStranger(address stranger, uint256 week, bytes32 hash) external counted {
        if (stranger == attester) return;
        vm.prank(stranger);
        try registry.postResult("dividends", week % WEEKS, hash) {
            replaced += 1;
        } catch (bytes memory reason) {
            assertEq(bytes4(reason), IResultRegistry.NotAttester.selector);
        }
    }

    function postRelease(uint256 sums) external counted {
        bytes32 next = bytes32(sums % 3 + 1);
        vm.prank(attester);
        registry.postRelease(next);
        if (releases.length == 0 || releases[releases.length - 1] != next) releases.push(next);
    }

    function postReleaseAsStranger(address stranger, bytes32 sums) external counted {
        if (stranger == attester) return;
        vm.prank(stranger);
        try registry.postRelease(sums) {
            replaced += 1;
        } catch (bytes memory reason) {
            assertEq(bytes4(reason), IResultRegistry.NotAttester.selector);
        }
    }

    function changeAttester(uint256 seed) external {
        attester = makeAddr(string(abi.encodePacked("attester ", seed % 4)));
        vm.prank(admin);
        registry.setAttester(attester);
    }

    function allStand() external view returns (bool) {
        for (uint256 week = 0; week < WEEKS; ++week) {
            if (registry.resultOf("dividends", week) != first["dividends"][week]) return false;
            if (registry.resultOf("nodes", week) != first["nodes"][week]) return false;
            if (registry.attesterOf("dividends", week) != firstBy["dividends"][week]) return false;
            if (registry.attesterOf("nodes", week) != firstBy["nodes"][week]) return false;
        }
        for (uint256 number = 0; number < releases.length; ++number) {
            if (registry.releaseOf(number) != releases[number]) return false;
        }
        return registry.releaseCount() == releases.length;
    }
}

contract ResultInvariants is Test {
    ResultHandler internal handler;

    function setUp() public {
        handler = new ResultHandler();
        targetContract(address(handler));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_whatWasPostedFirstStands();
        invariant_onlyTheAttesterPosts();
        invariant_itsNumberIsThatOfItsEvents();
    }

    function invariant_whatWasPostedFirstStands() public view {
        assertEq(handler.replaced(), 0);
        assertTrue(handler.allStand());
    }

    function invariant_onlyTheAttesterPosts() public view {
        assertEq(handler.registry().attester(), handler.attester());
    }

    function invariant_itsNumberIsThatOfItsEvents() public view {
        ResultRegistry registry = handler.registry();
        assertEq(registry.resultCount(), handler.emitted(address(registry), IResultRegistry.ResultPosted.selector));
        assertEq(registry.releaseCount(), handler.emitted(address(registry), IResultRegistry.ReleasePosted.selector));
    }
}
