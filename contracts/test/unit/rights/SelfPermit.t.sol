// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {IDigitalRights} from "../../../src/interfaces/IDigitalRights.sol";
import {Fixture} from "../../support/Fixture.sol";

contract SelfPermitTest is Fixture {
    uint256 internal constant CAROL_KEY = 0xCA401;
    address internal carol;

    function setUp() public override {
        super.setUp();
        carol = vm.addr(CAROL_KEY);
        usdt.transfer(carol, 1_000e18);
        drgv.transfer(carol, 1_000e18);
        vm.prank(carol);
        usdt.approve(address(rights), 80e18);
    }

    function test_multicall_permitsAndBuysInOneTransaction() public {
        bytes[] memory calls = _permitAndBuy(200e18);
        vm.prank(carol);
        rights.multicall(calls);
        assertEq(rights.ownerOf(1 << 7), carol);
        assertEq(drgv.allowance(carol, address(rights)), 0);
        assertEq(drgv.balanceOf(carol), 800e18);
    }

    function test_multicall_succeedsWhenThePermitWasUsedByAStranger() public {
        (uint8 v, bytes32 r, bytes32 s) = _permit(200e18);
        bytes[] memory calls = _permitAndBuy(200e18);
        vm.prank(bob);
        drgv.permit(carol, address(rights), 200e18, block.timestamp, v, r, s);
        vm.prank(carol);
        rights.multicall(calls);
        assertEq(rights.ownerOf(1 << 7), carol);
    }

    function test_multicall_passesOnTheReasonOfARevert() public {
        bytes[] memory calls = _permitAndBuy(199e18);
        vm.prank(carol);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        rights.multicall(calls);
    }

    function test_multicall_actsForTheCallerAlone() public {
        bytes[] memory calls = _permitAndBuy(200e18);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PermitFailed.selector, address(drgv), 200e18));
        rights.multicall(calls);
    }

    function test_selfPermit_revertsWhenThePermitIsBadAndTheAllowanceTooLow() public {
        vm.prank(carol);
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PermitFailed.selector, address(drgv), 1));
        rights.selfPermit(address(drgv), 1, block.timestamp, 27, bytes32(uint256(1)), bytes32(uint256(1)));
    }

    function test_selfPermit_takesDrAndUsdrToo() public {
        address[2] memory tokens = [address(dr), address(usdr)];
        for (uint256 i = 0; i < 2; ++i) {
            (uint8 v, bytes32 r, bytes32 s) = _permitOf(tokens[i], 7e18);
            vm.prank(carol);
            rights.selfPermit(tokens[i], 7e18, block.timestamp, v, r, s);
            assertEq(IERC20(tokens[i]).allowance(carol, address(rights)), 7e18);
        }
    }

    /// @dev A permit that a stranger has used leaves exactly its allowance, which is enough.
    function test_selfPermit_isContentWithAnAllowanceOfExactlyTheValue() public {
        vm.startPrank(carol);
        drgv.approve(address(rights), 5);
        rights.selfPermit(address(drgv), 5, block.timestamp, 27, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PermitFailed.selector, address(drgv), 6));
        rights.selfPermit(address(drgv), 6, block.timestamp, 27, 0, 0);
    }

    function test_selfPermit_revertsForAnotherToken() public {
        vm.prank(carol);
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.TokenNotSupported.selector, address(usdt)));
        rights.selfPermit(address(usdt), 1, block.timestamp, 27, 0, 0);
    }

    function _permit(uint256 value) private view returns (uint8 v, bytes32 r, bytes32 s) {
        return _permitOf(address(drgv), value);
    }

    function _permitOf(address token, uint256 value) private view returns (uint8 v, bytes32 r, bytes32 s) {
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        uint256 nonce = IERC20Permit(token).nonces(carol);
        bytes32 structHash = keccak256(abi.encode(typeHash, carol, address(rights), value, nonce, block.timestamp));
        return
            vm.sign(
                CAROL_KEY, keccak256(abi.encodePacked(hex"1901", IERC20Permit(token).DOMAIN_SEPARATOR(), structHash))
            );
    }

    function _permitAndBuy(uint256 value) private view returns (bytes[] memory calls) {
        (uint8 v, bytes32 r, bytes32 s) = _permit(value);
        Buy memory buy = buyOf(carol, 1);
        calls = new bytes[](2);
        calls[0] = abi.encodeCall(rights.selfPermit, (address(drgv), value, block.timestamp, v, r, s));
        calls[1] = abi.encodeCall(
            rights.buyMachine, (buy.usdtAmount, buy.drgvAmount, buy.drgvPrice, 1, buy.deadline, sign(digestOf(buy)))
        );
    }
}
